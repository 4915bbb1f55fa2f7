// distributed: 15 24 34 46 64
// offloaded: 15 24 46 64
/* Iterative radix-2 FFT: bit reversal, then log2(n) stages whose butterflies are independent; checked by the inverse. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void fft(double *re, double *im, int n, int inverse)
{
    int bits = 0;
    while ((1 << bits) < n)
        bits++;
    double *tr = malloc(n * sizeof(double)), *ti = malloc(n * sizeof(double));
    #pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        int r = 0;
        for (int b = 0; b < bits; b++)
            if (i >> b & 1)
                r |= 1 << (bits - 1 - b);
        tr[i] = re[r];
        ti[i] = im[r];
    }
    #pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        re[i] = tr[i];
        im[i] = ti[i];
    }
    free(tr);
    free(ti);

    for (int half = 1; half < n; half *= 2) {
        double theta = (inverse ? 1 : -1) * M_PI / half;
        #pragma hydra parallel for
        for (int k = 0; k < n / 2; k++) {
            int j = k % half, i = (k / half) * 2 * half + j;
            double wr = cos(theta * j), wi = sin(theta * j);
            double xr = wr * re[i + half] - wi * im[i + half], xi = wr * im[i + half] + wi * re[i + half];
            re[i + half] = re[i] - xr;
            im[i + half] = im[i] - xi;
            re[i] += xr;
            im[i] += xi;
        }
    }
    if (inverse) {
        #pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            re[i] /= n;
            im[i] /= n;
        }
    }
}

int main(void)
{
    int n = 128;
    double *re = malloc(n * sizeof(double)), *im = calloc(n, sizeof(double)), worst = 0;
    for (int i = 0; i < n; i++)
        re[i] = sin(2 * M_PI * 5 * i / n) + 0.5 * cos(2 * M_PI * 12 * i / n) + (i % 3) * 0.1;
    fft(re, im, n, 0);
    for (int i = 0; i < n; i++)
        printf("%3d %.10f %.10f\n", i, re[i], im[i]);
    fft(re, im, n, 1);
    #pragma hydra parallel for reduction(max : worst)
    for (int i = 0; i < n; i++) {
        double want = sin(2 * M_PI * 5 * i / n) + 0.5 * cos(2 * M_PI * 12 * i / n) + (i % 3) * 0.1;
        worst = fmax(worst, fabs(re[i] - want));
    }
    printf("%s\n", worst < 1e-12 ? "round trip exact to 1e-12" : "round trip WRONG");
    free(re);
    free(im);
    return 0;
}
