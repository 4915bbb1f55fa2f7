// distributed: 30 38
// offloaded: 30 38
// An image pyramid: levels in arrays of pointers, rows of pixels in tables, a static array of pointers.
#include <stdio.h>
#include <stdlib.h>

#define LEVELS 4
static unsigned char **level[LEVELS];
static int width[LEVELS], height[LEVELS];
static double *moment[3];

int main(void)
{
    for (int l = 0; l < LEVELS; l++) {
        width[l] = 64 >> l;
        height[l] = 48 >> l;
        level[l] = malloc(height[l] * sizeof *level[l]);
        for (int y = 0; y < height[l]; y++)
            level[l][y] = malloc(width[l]);
    }
    for (int y = 0; y < height[0]; y++)
        for (int x = 0; x < width[0]; x++)
            level[0][y][x] = (x * x + 3 * y * x + y) % 251;
    for (int k = 0; k < 3; k++)
        moment[k] = calloc(height[0], sizeof(double));
    for (int l = 1; l < LEVELS; l++) {
        unsigned char **fine = level[l - 1], **coarse = level[l];
        int w = width[l], h = height[l];
#pragma hydra parallel for
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                coarse[y][x] = (fine[2 * y][2 * x] + fine[2 * y][2 * x + 1] + fine[2 * y + 1][2 * x] +
                                fine[2 * y + 1][2 * x + 1] + 2) /
                               4;
    }
    for (int l = 0; l < LEVELS; l++) {
#pragma hydra parallel for
        for (int y = 0; y < height[l]; y++) {
            int s = 0;
            for (int x = 0; x < width[l]; x++)
                s += level[l][y][x];
            for (int k = 0; k < 3; k++)
                moment[k][y] += s * (k + 1);
        }
    }
    for (int y = 0; y < height[0]; y += 5)
        printf("%d: %g %g %g\n", y, moment[0][y], moment[1][y], moment[2][y]);
    for (int l = 0; l < LEVELS; l++)
        printf("%d ", level[l][height[l] / 2][width[l] / 3]);
    printf("\n");
    return 0;
}
