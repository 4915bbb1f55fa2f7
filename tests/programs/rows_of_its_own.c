// distributed: 17 28
// Filters that keep pointers to neighbouring rows in an array of their own, in image and stencil style.
#include <stdio.h>
#include <stdlib.h>
static int kernel3[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};
int main(void)
{
    int h = 26, w = 19;
    int **img = malloc(h * sizeof *img), **out = malloc(h * sizeof *out);
    double *u = malloc(h * w * sizeof *u), *v = calloc(h * w, sizeof *v);
    for (int y = 0; y < h; y++) {
        img[y] = malloc(w * sizeof **img); out[y] = calloc(w, sizeof **out);
        for (int x = 0; x < w; x++) { img[y][x] = (y * 31 + x * 17) % 256; u[y * w + x] = img[y][x]; }
    }
    for (int t = 0; t < 3; t++) {
#pragma hydra parallel for
        for (int y = 1; y < h - 1; y++) {
            const int *row[3] = {img[y - 1], img[y], img[y + 1]};
            for (int x = 1; x < w - 1; x++) {
                int s = 0;
                for (int dy = 0; dy < 3; dy++)
                    for (int dx = 0; dx < 3; dx++)
                        s += kernel3[dy][dx] * row[dy][x + dx - 1];
                out[y][x] = s / 16;
            }
        }
#pragma hydra parallel for
        for (int y = 1; y < h - 1; y++) {
            double *r[2] = {u + (y - 1) * w, &u[(y + 1) * w]}, *mine[1] = {v + y * w};
            for (int x = 0; x < w; x++)
                mine[0][x] = 0.5 * (r[0][x] + r[1][x]);
        }
        int **z = img; img = out; out = z;
        double *q = u; u = v; v = q;
    }
    long s = 0; double d = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) { s += img[y][x] * (x + 1) + out[y][x]; d += u[y * w + x] * (y + 1); }
    printf("%ld %.12g\n", s, d);
    return 0;
}
