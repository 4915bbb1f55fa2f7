// args: 17 9
// distributed: 11 19 33 43 48
// offloaded: 11 19 33 43 48
// Columns counted from the end of a row: mirror images, and ghost columns.
#include <stdio.h>
#include <stdlib.h>

static void mirror(const int *from, int *to, int h, int w)
{
#pragma hydra parallel for
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            to[y * w + x] = from[y * w + w - 1 - x];
}

static void swap_halves(int *image, int h, int w)
{
#pragma hydra parallel for
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w / 2; x++) {
            int left = image[y * w + x];
            image[y * w + x] = image[(y + 1) * w - 1 - x];
            image[(y + 1) * w - 1 - x] = left;
        }
}

int main(int argc, char **argv)
{
    int h = argc > 1 ? atoi(argv[1]) : 5, w = argc > 2 ? atoi(argv[2]) : 4;
    int *a = malloc((size_t)(h * w) * sizeof *a), *b = malloc((size_t)(h * w) * sizeof *b);
    double *u = malloc((size_t)(h * w) * sizeof *u), *v = calloc((size_t)(h * w), sizeof *v);
#pragma hydra parallel for
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            a[y * w + x] = 100 * y + x;
            u[y * w + x] = y * 0.5 + x;
        }
    mirror(a, b, h, w);
    swap_halves(b, h, w);
    mirror(b, a, h, w);
    for (int step = 0; step < 4; step++) {
#pragma hydra parallel for
        for (int y = 0; y < h; y++) { // a ring in each row
            u[y * w] = u[y * w + w - 2];
            u[(y + 1) * w - 1] = u[y * w + 1];
        }
#pragma hydra parallel for
        for (int y = 1; y < h; y++)
            for (int x = 1; x < w - 1; x++)
                v[y * w + x] = 0.25 * (u[y * w + x - 1] + u[y * w + x + 1]) + 0.5 * u[y * w - 1 - x];
        double *swap = u;
        u = v;
        v = swap;
    }
    for (int i = 0; i < h * w; i++)
        printf("%d %.17g%c", a[i], u[i], i % w == w - 1 ? '\n' : ' ');
    free(a);
    free(b);
    free(u);
    free(v);
    return 0;
}
