// deals: block, cyclic
// args: 9 11
// distributed: 22 29 37 45 52 56
// offloaded: 22 29 45 52 56
#include <stdio.h>
#include <stdlib.h>
/* 2-D periodic, linearised, D2Q9 with tables, collapsed loop, masks */
static const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static int opp[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
struct dir { int dx, dy; };
static const struct dir dirs[4] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
#define MAX(a, b) ({ __typeof__(a) _a = (a), _b = (b); _a > _b ? _a : _b; })
#define IDX(x, y) ((y) * nx + (x))
int main(int argc, char **argv)
{
    int nx = argc > 1 ? atoi(argv[1]) : 9, ny = argc > 2 ? atoi(argv[2]) : 11;
    double *f = malloc(sizeof(double) * nx * ny * 9), *g = malloc(sizeof(double) * nx * ny * 9);
    double *u = malloc(sizeof(double) * nx * ny), *v = malloc(sizeof(double) * nx * ny);
    unsigned char *img = calloc(nx * ny, 1), *old = calloc(nx * ny, 1);
#pragma hydra parallel for
    for (int y = 0; y < ny; y++)
        for (int x = 0; x < nx; x++) {
            u[IDX(x, y)] = (x * 7 + y * 3) % 11;
            for (int k = 0; k < 9; k++) f[IDX(x, y) * 9 + k] = k + x * 0.5 + y * 0.25;
        }
    for (int t = 0; t < 3; t++) {
#pragma hydra parallel for
        for (int y = 0; y < ny; y++)
            for (int x = 0; x < nx; x++)
                for (int k = 0; k < 9; k++) {
                    int xs = (x - cx[k] + nx) % nx, ys = (y - cy[k] + ny) % ny;
                    g[IDX(x, y) * 9 + k] = f[IDX(xs, ys) * 9 + k] + 0.125 * f[IDX(x, y) * 9 + opp[k]];
                }
        double *tmp = f; f = g; g = tmp;
#pragma hydra parallel for
        for (int y = 0; y < ny; y++)
            for (int x = 0; x < nx; x++) {
                double s = 0;
                for (int d = 0; d < 4; d++)
                    s += u[((y + dirs[d].dy + ny) % ny) * nx + (x + dirs[d].dx + nx) % nx];
                v[y * nx + x] = s - u[MAX(y - 1, 0) * nx + x];
            }
#pragma hydra parallel for
        for (int idx = 0; idx < nx * ny; idx++) {
            int y = idx / nx, x = idx % nx;
            u[idx] = v[idx] * 0.5 + v[y * nx + x];
            if (y > 0) u[idx] += v[(y - 1) * nx + x];
            if (y < ny - 1) u[idx] -= v[(y + 1) * nx + x];
        }
#pragma hydra parallel for
        for (int y = 0; y < ny; y++)
            for (int x = 0; x < nx; x++)
                img[y * nx + x] = (unsigned char)(old[((y + 1) & 7) % ny * nx + (x >> 1)] + x + y);
#pragma hydra parallel for
        for (int q = 0; q < nx * ny; q++) old[q] = img[q] ^ 5;
    }
    double s = 0;
    for (int i = 0; i < nx * ny; i++) printf("%.17g %d ", u[i], img[i]);
    for (int i = 0; i < nx * ny * 9; i++) s += f[i] * (i % 13);
    printf("%.17g\n", s);
    return 0;
}
