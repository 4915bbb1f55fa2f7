// distributed: 18 30 36 58 71 84
// offloaded: 18 30 36 58 71 84
// Histograms: bins counted by several loops, on arrays of every kind of storage.
#include <stdio.h>
#include <stdlib.h>

#define N 5000
#define BINS 16

static unsigned char image[N];
static int counts[BINS];
static double weight[N], sums[BINS];
static float field[12][3];

static void count_all(const unsigned char *pixels, int n, int *bins, int m)
{
#pragma hydra parallel for reduction(+:bins[0:m])
    for (int i = 0; i < n; i++)
        bins[pixels[i] * m / 256]++;
}

int main(void)
{
    unsigned state = 12345;
    for (int i = 0; i < N; i++) {
        state = state * 1103515245u + 12345u;
        image[i] = (unsigned char)(state >> 16);
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        weight[i] = 0.25 * (i % 13) - 1;

    for (int b = 0; b < BINS; b++)
        counts[b] = b; /* old values stay in the sum */
#pragma hydra parallel for reduction(+ : counts)
    for (int i = 0; i < N; i++)
        counts[image[i] / 16] += 1;
    for (int b = 0; b < BINS; b++)
        printf("%d ", counts[b]);
    printf("\n");

    int *more = calloc(BINS, sizeof *more);
    for (int t = 0; t < 3; t++)
        count_all(image, N, more, BINS);
    long total = 0;
    for (int b = 0; b < BINS; b++) {
        printf("%d ", more[b]);
        total += more[b];
    }
    printf("= %ld\n", total);

    /* two at once, and a scalar */
    double mass = 0;
    int lightest[BINS];
    for (int b = 0; b < BINS; b++)
        lightest[b] = 1000000;
#pragma hydra parallel for reduction(+:sums, mass) reduction(min:lightest[0:BINS])
    for (int i = 0; i < N; i++) {
        int b = (image[i] * 7 + i) % BINS;
        sums[b] = sums[b] + weight[i];
        mass += weight[i];
        if (i % 97 + b < lightest[b])
            lightest[b] = i % 97 + b;
    }
    for (int b = 0; b < BINS; b++)
        printf("%.3f/%d ", sums[b], lightest[b]);
    printf("= %.3f\n", mass);

    /* rows of forces, like a particle code */
#pragma hydra parallel for reduction(+:field[0:12][0:3])
    for (int i = 0; i < N; i++) {
        int cell = image[i] % 12;
        for (int d = 0; d < 3; d++)
            field[cell][d] += (float)(d + 1);
        field[(cell + 1) % 12][0] -= 1.0f;
    }
    for (int c = 0; c < 12; c++)
        printf("%g,%g,%g ", field[c][0], field[c][1], field[c][2]);
    printf("\n");

    /* the sum is used by the next parallel loop */
    int cut = BINS / 2;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        weight[i] = counts[image[i] / 16] + more[cut] + sums[i % BINS];
    double check = 0;
    for (int i = 0; i < N; i += 7)
        check += weight[i];
    printf("%.3f\n", check);
    free(more);
    return 0;
}
