// distributed: 19 25
/* The least and the greatest of a few: most parts of the loop find none, which is no invalid operation. */
#define _GNU_SOURCE
#include <fenv.h>
#include <math.h>
#include <stdio.h>
double a[100];
float f[100];
int main(void) {
    double least = 1e9, most = -1e9;
    float low = 1e9f;
    for (int i = 0; i < 100; i++) {
        a[i] = i * 0.5 + 1;
        f[i] = 100 - i;
    }
    feclearexcept(FE_ALL_EXCEPT);
    feenableexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW);
#pragma hydra parallel for reduction(min : least) reduction(max : most)
    for (int i = 0; i < 100; i++)
        if (a[i] > 40 && a[i] < 44) {
            least = fmin(least, a[i]);
            most = fmax(most, a[i]);
        }
#pragma hydra parallel for reduction(min : low)
    for (int i = 0; i < 100; i++)
        if (f[i] > 90) low = fminf(low, f[i]);
    printf("%g %g %g %d\n", least, most, low, fetestexcept(FE_INVALID) != 0);
    return 0;
}
