// gcc: -Ofast
// distributed: 22 32
// The least and the greatest of what a probe has measured, in a program that is compiled for finite values only: there
// no accumulation may begin with something that is not a number. (All values are exact, so that sums would be, too.)
#include <math.h>
#include <stdio.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

int main(void) {
    double x[40], lo = 1e9, hi = -1, low = 1e9, most = -1e9;
    long double wide = 1e9L, deep = -1e9L;
    float small = 1e9f;
    double rows[4] = {100, 100, 100, 100}, tops[4] = {-100, -100, -100, -100};
    int k[40];
    for (int i = 0; i < 40; i++) {
        x[i] = i * 13 % 17 - 2;
        k[i] = i % 4;
    }
#pragma hydra parallel for reduction(min : lo, wide, small, low) reduction(max : hi, deep, most)
    for (int i = 0; i < 40; i++) {
        lo = MIN(lo, x[i]);
        hi = fmax(hi, x[i] / (1 << k[i]));
        low = fmin(x[i] * 4, low);
        most = most >= x[i] ? most : x[i];
        wide = MIN(wide, (long double)x[i] * 8);
        deep = fmaxl(deep, (long double)x[i] - 32);
        small = MIN(small, (float)x[i] / 2);
    }
#pragma hydra parallel for reduction(min : rows) reduction(max : tops)
    for (int i = 0; i < 40; i++) {
        rows[k[i]] = MIN(rows[k[i]], x[i]);
        tops[k[i]] = fmax(tops[k[i]], x[i]);
    }
    printf("%g %g %g %g %Lg %Lg %g\n", lo, hi, low, most, wide, deep, small);
    for (int j = 0; j < 4; j++)
        printf("%g %g\n", rows[j], tops[j]);
    return 0;
}
