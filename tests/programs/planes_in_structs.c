// distributed: 24 34 42
// offloaded: 24 34 42
// A structure that holds an array of pointers, one for each plane, and beside it the extents that bound the loops.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int w, h;
    double *plane[3];
} image;

static image still;

static image make(int w, int h) {
    image im = {w, h, {NULL}};
    for (int c = 0; c < 3; c++)
        im.plane[c] = malloc((size_t)w * h * sizeof(double));
    return im;
}

static double brightness(image im) {
    double sum = 0;
#pragma hydra parallel for reduction(+ : sum)
    for (int y = 0; y < im.h; y++)
        for (int x = 0; x < im.w; x++)
            sum += im.plane[0][y * im.w + x] + im.plane[2][y * im.w + x];
    return sum;
}

int main(void) {
    image im = make(40, 30);
    still = make(30, 30);
#pragma hydra parallel for
    for (int y = 0; y < im.h; y++)
        for (int x = 0; x < im.w; x++) {
            im.plane[0][y * im.w + x] = x * y;
            im.plane[1][y * im.w + x] = x - y;
            im.plane[2][y * im.w + x] = 1;
        }
    for (int t = 0; t < 3; t++)
#pragma hydra parallel for
        for (int y = 1; y < still.h; y++)
            for (int x = 0; x < still.w; x++)
                still.plane[t][y * still.w + x] = im.plane[t][(y - 1) * im.w + x + t];
    still.plane[0][0] = still.plane[2][7] = 0;
    printf("%g %g\n", brightness(im), still.plane[0][31 * 20]);
    for (int c = 0; c < 3; c++) {
        printf("%g\n", still.plane[c][29 * 30 + 5]);
        free(im.plane[c]);
        free(still.plane[c]);
    }
    return 0;
}
