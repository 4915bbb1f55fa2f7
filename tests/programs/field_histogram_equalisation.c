// distributed: 17 22 35
// offloaded: 17 22 35
/* Histogram equalisation of a grey picture: histogram as an array reduction, cumulated serially, and a look-up table
   through which all pixels go. */
#include <stdio.h>
#include <stdlib.h>

#define LEVELS 256

int main(void)
{
    int width = 64, height = 40, n = width * height;
    unsigned char *in = malloc(n), *out = malloc(n), lut[LEVELS];
    int hist[LEVELS] = {0}, cdf[LEVELS];

    #pragma hydra parallel for
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            in[y * width + x] = (unsigned char)(90 + (x * y) % 37 + (x / 8) * 3);

    #pragma hydra parallel for reduction(+ : hist[:LEVELS])
    for (int i = 0; i < n; i++)
        hist[in[i]]++;

    int sum = 0, least = 0;
    for (int l = 0; l < LEVELS; l++) {
        sum += hist[l];
        cdf[l] = sum;
        if (least == 0)
            least = sum;
    }
    for (int l = 0; l < LEVELS; l++)
        lut[l] = (unsigned char)(cdf[l] < least ? 0 : (cdf[l] - least) * (LEVELS - 1L) / (n - least));
    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        out[i] = lut[in[i]];
    for (int l = 0; l < LEVELS; l++)
        if (hist[l])
            printf("%d: %d -> %d\n", l, hist[l], lut[l]);
    for (int i = 0; i < n; i++)
        printf("%d%c", out[i], i % width == width - 1 ? '\n' : ' ');
    free(in);
    free(out);
    return 0;
}
