// verify: no (it keeps copies of whole arrays)
// opencl: no (a device has one buffer for an array, which has to reach from the first of these pages to the last)
// replicated: 12
/* Eight gigabytes of addresses, of which 64 pages are ever touched. */
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    long n = 1L << 30, step = 1L << 24;
    double *a = malloc(n * sizeof *a), s = 0;
    if (!a) return 1;
#pragma hydra parallel for
    for (long i = 0; i < n; i += step) a[i] = i * 0.5;
    for (long i = 0; i < n; i += step) s += a[i];
    printf("%g %g\n", s, a[3 * step]);
    free(a);
    return 0;
}
