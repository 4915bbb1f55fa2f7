// distributed: 19 44 48
// offloaded: 19 44 48
/* Sobel edge detection with clamped borders through macros and inline helpers, then a threshold against the mean. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define PIX(img, y, x) ((img)[(size_t)(y) * w + (x)])

static inline int clampi(int v, int lo, int hi)
{
    return v < lo ? lo : v > hi ? hi : v;
}

static void sobel(const uint8_t *src, uint8_t *dst, int h, int w)
{
    #pragma hydra parallel for
    for (int y = 0; y < h; y++) {
        int yu = clampi(y - 1, 0, h - 1), yd = clampi(y + 1, 0, h - 1);
        for (int x = 0; x < w; x++) {
            int xl = clampi(x - 1, 0, w - 1), xr = clampi(x + 1, 0, w - 1);
            int gx = PIX(src, yu, xr) + 2 * PIX(src, y, xr) + PIX(src, yd, xr) - PIX(src, yu, xl) - 2 * PIX(src, y, xl) -
                     PIX(src, yd, xl);
            int gy = PIX(src, yd, xl) + 2 * PIX(src, yd, x) + PIX(src, yd, xr) - PIX(src, yu, xl) -
                     2 * PIX(src, yu, x) - PIX(src, yu, xr);
            int g = (int)sqrt((double)(gx * gx + gy * gy));
            PIX(dst, y, x) = (uint8_t)(g > 255 ? 255 : g);
        }
    }
}

int main(void)
{
    int h = 37, w = 53;
    uint8_t *img = malloc(h * w), *edge = malloc(h * w), *mask = malloc(h * w);
    long sum = 0;

    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            PIX(img, y, x) = ((y - 18) * (y - 18) + (x - 25) * (x - 25) < 150 ? 180 : 40) + (x * y) % 9;
    sobel(img, edge, h, w);
    #pragma hydra parallel for reduction(+ : sum)
    for (int i = 0; i < h * w; i++)
        sum += edge[i];
    int threshold = (int)(sum / (h * w)) * 2;
    #pragma hydra parallel for
    for (int i = 0; i < h * w; i++)
        mask[i] = edge[i] > threshold ? 1 : 0;
    printf("threshold %d\n", threshold);
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            putchar(PIX(mask, y, x) ? '*' : ' ');
        printf("|");
        for (int x = 0; x < w; x++)
            printf(" %d", PIX(edge, y, x));
        printf("\n");
    }
    free(img), free(edge), free(mask);
    return 0;
}
