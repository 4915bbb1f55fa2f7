// distributed: 39 70 78 81 88 94
// offloaded: 39 70 78 81 88 94
/* A bank of eight filters: a signal is split into frequency bands, thinned out, and put together again.
 *
 * Each band filters the signal with an analysis filter of 32 taps, keeps every eighth value, puts seven zeros behind
 * each of these, and filters with a synthesis filter of 32 taps. The sum over the bands is the output. A filter's
 * output is  y[i] = h[0] x[i] + h[1] x[i-1] + ... + h[31] x[i-31],  and the signal is zero before its start.
 *
 *     filterbank [samples]      rounded up to a multiple of eight
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define BANDS 8
#define TAPS 32

static double analysis[BANDS][TAPS];
static double synthesis[BANDS][TAPS];

/* Cosine-modulated filters: band b passes the frequencies around (2b + 1)/16 of the highest. */
static void make_filters(void)
{
    const double pi = 3.14159265358979323846;
    for (int b = 0; b < BANDS; b++)
        for (int k = 0; k < TAPS; k++) {
            double window = sin(pi * (k + 0.5) / TAPS) / BANDS;
            double angle = pi * (2 * b + 1) / (2.0 * BANDS) * (k - (TAPS - 1) / 2.0);
            double shift = b % 2 == 0 ? pi / 4 : -pi / 4;
            analysis[b][k] = window * cos(angle + shift);
            synthesis[b][k] = window * BANDS * cos(angle - shift);
        }
}

/* to = from filtered with the taps of one band. */
static void fir(int n, const double *from, double filter[BANDS][TAPS], int band, double *to)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        double sum = 0.0;
        for (int k = 0; k < TAPS; k++)
            if (i - k >= 0)
                sum += filter[band][k] * from[i - k];
        to[i] = sum;
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 16384;
    if (n < 1) {
        printf("usage: filterbank [samples >= 1]\n");
        return 1;
    }
    int few = (n + BANDS - 1) / BANDS; /* values of a thinned band */
    n = few * BANDS;

    double *signal = malloc(n * sizeof(double));
    double *band = malloc(n * sizeof(double));
    double *thin = malloc(few * sizeof(double));
    double *wide = malloc(n * sizeof(double));
    double *out = malloc(n * sizeof(double));
    if (!signal || !band || !thin || !wide || !out) {
        printf("out of memory\n");
        return 1;
    }
    make_filters();

#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        signal[i] = sin(0.05 * i) + 0.5 * sin(0.71 * i) + 0.25 * sin(2.3 * i) + 0.125;
        out[i] = 0.0;
    }

    for (int b = 0; b < BANDS; b++) {
        fir(n, signal, analysis, b, band);
#pragma hydra parallel for
        for (int i = 0; i < few; i++)
            thin[i] = band[BANDS * i];
#pragma hydra parallel for
        for (int i = 0; i < few; i++) {
            wide[BANDS * i] = thin[i];
            for (int k = 1; k < BANDS; k++)
                wide[BANDS * i + k] = 0.0;
        }
        fir(n, wide, synthesis, b, band);
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            out[i] += band[i];
    }

    double sum = 0.0, energy = 0.0;
#pragma hydra parallel for reduction(+:sum, energy)
    for (int i = 0; i < n; i++) {
        sum += out[i];
        energy += out[i] * out[i];
    }

    printf("filterbank, %d samples\n", n);
    printf("checksum %.10g, energy %.10g\n", sum, energy);
    printf("out[%d] = %.10g, out[%d] = %.10g\n", n / 2, out[n / 2], n - 1, out[n - 1]);

    free(signal);
    free(band);
    free(thin);
    free(wide);
    free(out);
    return 0;
}
