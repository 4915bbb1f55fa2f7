// bench: 21
// quick: 9
/* A permutation written through a computed index, and butterflies whose distance is a run-time divisor. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
int main(int argc, char **argv)
{
    int bits = argc > 1 ? atoi(argv[1]) : 18, n = 1 << bits;
    double *re = malloc(n * sizeof *re), *im = malloc(n * sizeof *im), *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        a[i] = i % 13;
        b[i] = i % 7;
    }
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        int r = 0;
        for (int k = 0; k < bits; k++)
            r |= ((i >> k) & 1) << (bits - 1 - k);
        re[r] = a[i];
        im[r] = b[i];
    }
    for (int half = 1; half < n; half *= 2) {
#pragma hydra parallel for
        for (int q = 0; q < n / 2; q++) {
            int k = q % half, i = q / half * 2 * half + k, j = i + half;
            double c = cos(-M_PI * k / half), s = sin(-M_PI * k / half);
            double tr = c * re[j] - s * im[j], ti = c * im[j] + s * re[j];
            re[j] = re[i] - tr;
            im[j] = im[i] - ti;
            re[i] += tr;
            im[i] += ti;
        }
    }
    printf("%.6g %.6g %.6g\n", re[0], im[1], re[n / 3]);
    return 0;
}
