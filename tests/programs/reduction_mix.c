// distributed: 18 28 35 51 53 56
// offloaded: 18 35 51 53
// Reductions of every operator and many types, in nested loops and over rows of arrays whose length is known at run time.
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <stdbool.h>
static void run(int n, int m)
{
    double acc[n][m];
    long double ld = 1;
    float fs[m];
    signed char sc = 3; unsigned char uc = 250; _Bool any = 0, all = 1; short sh = 0; unsigned us = 4000000000u;
    int rowmax[n];
    for (int i = 0; i < n; i++) { rowmax[i] = -1; for (int j = 0; j < m; j++) acc[i][j] = i + j; }
    for (int j = 0; j < m; j++) fs[j] = 1.5f;
#pragma hydra parallel for reduction(+:acc, fs[1:m-2])
    for (int k = 0; k < 200; k++) {
        for (int i = 0; i < n; i++)
            for (int j = k % 2; j < m; j += 2)
                acc[i][j] += 0.5 * k;
        fs[1 + k % (m - 2)] += 0.25f;
    }
    double s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s += acc[i][j] * (i * 3 + j);
    for (int j = 0; j < m; j++) s += fs[j];
    printf("%.2f\n", s);
#pragma hydra parallel for reduction(*:ld) reduction(+:sc, uc, sh) reduction(|| : any) reduction(&&:all) reduction(-:us)
    for (int k = 0; k < 300; k++) {
        if (k < 40) ld *= 1.5L;
        sc += k; uc++; sh -= 200; any = any || k == 7; all = all && k < 299; us -= 100000000u + k;
    }
    printf("%.6Lg %d %d %d %d %d %u\n", ld, sc, uc, sh, any, all, us);
    double total = 0;
#pragma hydra parallel for reduction(+:total) reduction(max:rowmax)
    for (int i = 0; i < n; i++) {
        double rs = 0;
#pragma hydra parallel for reduction(+:rs)
        for (int j = 0; j < m; j++) {
            rs += acc[i][j];
            if (i * j % 17 > rowmax[i]) rowmax[i] = i * j % 17;
        }
        total += rs;
#pragma hydra parallel for reduction(+:total)
        for (int j = 0; j < 3; j++) total += j;
    }
    for (int i = 0; i < n; i++) printf("%d ", rowmax[i]);
    printf("%.3f\n", total);
    int flag = 5, five = 5, *one = calloc(4, sizeof *one);
    one[2] = 10;
#pragma hydra parallel for reduction(&&:flag) reduction(+:one[2])
    for (int k = 0; k < 50; k++) { if (k > 100) flag = flag && k; one[2] += k; }
#pragma hydra parallel for reduction(&&:five)
    for (int k = 0; k < 50; k++) five = five && k + 1;
    double mn = NAN, mx = 3, mf = INFINITY;
#pragma hydra parallel for reduction(min:mn, mf) reduction(max:mx)
    for (int k = 0; k < 50; k++) { double e = k % 5 ? k * 0.5 : NAN; mn = fmin(mn, e); if (e > mx) mx = e; mf = e < mf ? e : mf; }
    printf("%d %d %d %g %g %g\n", flag, five, one[2], mn, mx, mf);
    free(one);
}
int main(int argc, char **argv) { run(7 + argc - 1, 12); run(3, 5); return 0; }
