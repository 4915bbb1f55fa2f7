// distributed: 21 25 29 40
// offloaded: 21 29 40
// The table and its rows in one block; a struct with a flexible table; memory of bytes carved up; a union of views.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { int rows, cols; double *r[]; } flex;
int main(void)
{
    int n = 14, m = 9;
    double **t = malloc(n * sizeof(double *) + n * m * sizeof(double));
    for (int i = 0; i < n; i++) t[i] = (double *)(t + n) + i * m;
    flex *f = malloc(sizeof *f + n * sizeof(double *));
    f->rows = n; f->cols = m;
    for (int i = 0; i < n; i++) f->r[i] = malloc(m * sizeof(double));
    char *raw = calloc(1, 4096);
    float **g = (float **)raw;
    for (int i = 0; i < n; i++) g[i] = (float *)(raw + 1024 + i * 64);
    for (int step = 0; step < 3; step++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                t[i][j] = i + j * 0.25 + step;
#pragma hydra parallel for
        for (int i = 1; i < n; i++)
            for (int j = 0; j < m; j++)
                f->r[i][j] = t[i - 1][j] * 2 + t[n - i][m - 1 - j];
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int j = 0; j < 12; j++)
                g[i][j] += i * j + step;
        double *x = t[0]; t[0] = t[n - 1]; t[n - 1] = x;
    }
    double s = 0;
    for (int i = 1; i < n; i++) for (int j = 0; j < m; j++) s += f->r[i][j] * (j + 1) + t[i][j];
    for (int i = 0; i < n; i++) for (int j = 0; j < 12; j++) s += g[i][j];
    double **copy = malloc(n * sizeof *copy);
    memcpy(copy, t, n * sizeof *copy);
#pragma hydra parallel for
    for (int i = 0; i < n; i++) copy[i][0] = -1;
    for (int i = 0; i < n; i++) s += t[i][0];
    printf("%.10g\n", s);
    return 0;
}
