// distributed: 29 42 48 52 55 58 61
// offloaded: 29 42 48 52 55 58 61
/* The four kernels of the STREAM memory benchmark (copy, scale, add, triad), repeated, with its own check of the results
   against scalars that go through the same operations. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef STREAM_ARRAY_SIZE
#define STREAM_ARRAY_SIZE 1500
#endif
#define NTIMES 5
#define OFFSET 3

static double a[STREAM_ARRAY_SIZE + OFFSET], b[STREAM_ARRAY_SIZE + OFFSET], c[STREAM_ARRAY_SIZE + OFFSET];

static void check(void)
{
    double aj = 1.0, bj = 2.0, cj = 0.0, scalar = 3.0, worst = 0.0;
    aj = 2.0 * aj;
    for (int k = 0; k < NTIMES; k++) {
        cj = aj;
        bj = scalar * cj;
        cj = aj + bj;
        aj = bj + scalar * cj;
    }
    #pragma hydra parallel for reduction(max : worst)
    for (size_t j = 0; j < STREAM_ARRAY_SIZE; j++) {
        double e = fabs(a[j] - aj) / aj + fabs(b[j] - bj) / bj + fabs(c[j] - cj) / cj;
        if (e > worst)
            worst = e;
    }
    printf(worst < 1e-13 ? "Solution Validates\n" : "Failed Validation: %g\n", worst);
}

int main(void)
{
    ssize_t j;
    double scalar = 3.0;
    #pragma hydra parallel for
    for (j = 0; j < STREAM_ARRAY_SIZE; j++) {
        a[j] = 1.0;
        b[j] = 2.0;
        c[j] = 0.0;
    }
    #pragma hydra parallel for
    for (j = 0; j < STREAM_ARRAY_SIZE; j++)
        a[j] = 2.0E0 * a[j];
    for (int k = 0; k < NTIMES; k++) {
        #pragma hydra parallel for
        for (j = 0; j < STREAM_ARRAY_SIZE; j++)
            c[j] = a[j];
        #pragma hydra parallel for
        for (j = 0; j < STREAM_ARRAY_SIZE; j++)
            b[j] = scalar * c[j];
        #pragma hydra parallel for
        for (j = 0; j < STREAM_ARRAY_SIZE; j++)
            c[j] = a[j] + b[j];
        #pragma hydra parallel for
        for (j = 0; j < STREAM_ARRAY_SIZE; j++)
            a[j] = b[j] + scalar * c[j];
    }
    check();
    printf("%.1f %.1f %.1f %.1f\n", a[0], a[STREAM_ARRAY_SIZE / 2], b[STREAM_ARRAY_SIZE - 1], c[7]);
    return 0;
}
