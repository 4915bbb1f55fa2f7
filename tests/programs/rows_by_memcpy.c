// distributed: 16 23 30 41 48 52
// offloaded: 16 23 30 41 48 52
/* Rows that memcpy and memset handle: of a width known at run time, with members of structs by their address. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int steps;
    double u[10][10], un[10][10];
} block;

static void copy(double* to, const double* from, int h, int w)
{
#pragma hydra parallel for
    for (int i = 0; i < h; i++)
        memcpy(to + i * w, from + i * w, w * sizeof *from);
}

static void paste(double* to, int ld, int column, const double* from, int h, int w)
{
#pragma hydra parallel for
    for (int i = 0; i < h; i++)
        memcpy(to + i * ld + column, from + (h - 1 - i) * w, w * sizeof *from);
}

static void clear_ends(double* a, size_t rows, size_t width, size_t keep)
{
#pragma hydra parallel for
    for (size_t i = 0; i < rows; i++)
        memset(a + i * width + keep, 0, (width - keep) * sizeof(double));
}

int main(int argc, char** argv)
{
    (void)argv;
    const int h = 30 + argc, w = 6 + argc, n = 6;
    double *a = calloc(h * 20, sizeof *a), *b = calloc(h * w, sizeof *b), *c = calloc(h * w, sizeof *c);
    block* blocks = calloc(n, sizeof *blocks);
#pragma hydra parallel for
    for (int i = 0; i < h * w; i++)
        b[i] = i;
    copy(c, b, h, w);
    paste(a, 20, 4, c, h, w);
    clear_ends(b, h, w, w - 2);

#pragma hydra parallel for
    for (int k = 0; k < n; k++)
        for (int j = 0; j < 10; j++)
            blocks[k].un[j][j] = k + j;
#pragma hydra parallel for
    for (int k = 0; k < n; k++)
        memcpy(&blocks[k].u, &blocks[n - 1 - k].un, sizeof blocks[k].u);

    double s = 0, t = 0, u = 0;
    for (int i = 0; i < h * 20; i++)
        s += a[i] * i;
    for (int i = 0; i < h * w; i++)
        t += b[i] * (i % 11);
    for (int k = 0; k < n; k++)
        u += blocks[k].u[k][k] * (k + 1);
    printf("%g %g %g\n", s, t, u);
    free(a);
    free(b);
    free(c);
    free(blocks);
    return 0;
}
