// distributed: 19 25 34 39 45
// offloaded: 25 34 39 45
// The same matrix through *(*(m + i) + j), a moving row pointer, arrays of pointers to rows, and casts.
#include <stdio.h>
#include <stdlib.h>
static float (*slab[3])[8];
static void *raw[2];
static double *cols[16];
int main(void)
{
    int n = 30, m = 20;
    double **a = (double **)calloc(n, sizeof(double *)), **b = (double **)calloc(n, sizeof(double *));
    a[0] = (double *)malloc(n * m * sizeof(double));
    b[0] = (double *)malloc(n * m * sizeof(double));
    for (int i = 1; i < n; i++) { a[i] = a[0] + i * m; b[i] = b[0] + i * m; }
    for (int i = 0; i < n * m; i++) { a[0][i] = i % 17; *(*b + i) = 0; }
    for (int t = 0; t < 4; t++) {
#pragma hydra parallel for
        for (int i = 1; i < n - 1; i++) {
            double *out = b[i], *in = *(a + i), *end = in + m;
            for (; in < end; in++, out++)
                *out = *in + (*(a + i - 1))[in - a[i]] * 0.5;
        }
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                *(*(a + i) + j) += 0.25 * *(*(b + i) + j);
    }
    for (int k = 0; k < 3; k++) slab[k] = calloc(12, sizeof *slab[k]);
    for (int k = 0; k < 16; k++) { cols[k] = malloc(n * sizeof(double)); }
    raw[0] = malloc(n * sizeof(int)); raw[1] = malloc(n * sizeof(int));
    for (int i = 0; i < n; i++) ((int *)raw[0])[i] = i * i;
#pragma hydra parallel for
    for (int i = 0; i < 12; i++)
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < 8; j++)
                slab[k][i][j] = i + 10 * j + 100 * k;
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        for (int c = 0; c < 16; c++)
            cols[c][i] = c * 0.5 + i;
        ((int *)raw[1])[i] = ((int *)raw[0])[n - 1 - i] + 1;
    }
#pragma hydra parallel for
    for (int c = 1; c < 16; c++)
        for (int i = 0; i < n; i++)
            cols[c][i] += cols[0][i];
    double s = 0;
    for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s += a[i][j] * (j + 1) - b[i][j];
    for (int i = 0; i < 12; i++) s += slab[i % 3][i][i % 8];
    for (int i = 0; i < n; i++) s += cols[i % 16][i] + ((int *)raw[1])[i];
    printf("%.12g\n", s);
    return 0;
}
