// distributed: 20 24 28
// offloaded: 20 28
// Rows that data select: reads and writes through tables with indirect subscripts, and updates that may not happen.
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int n = 40, m = 12;
    double **a = malloc(n * sizeof *a), **b = malloc(n * sizeof *b), **c = calloc(n + 5, sizeof *c);
    int *perm = malloc(n * sizeof *perm), **idx = malloc(n * sizeof *idx);
    double *flat = calloc(n * m, sizeof(double));
    for (int i = 0; i < n; i++) {
        a[i] = malloc(m * sizeof **a); b[i] = flat + i * m; idx[i] = malloc(m * sizeof **idx);
        if (i % 3) c[i] = calloc(m, sizeof(double));
        perm[i] = (i * 7 + 3) % n;
        for (int j = 0; j < m; j++) { a[i][j] = i + 0.1 * j; idx[i][j] = (j * 5 + i) % m; }
    }
    for (int t = 0; t < 4; t++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                b[i][j] = a[perm[i]][j] + a[i][idx[i][j]];
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                a[perm[i]][idx[i][j]] = b[i][j] * 0.5;
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            if (c[i])
                for (int j = 0; j < m; j++)
                    c[i][j] += b[i][idx[i][j]] > 4 ? 1 : 0.25;
    }
    double s = 0;
    for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s += a[i][j] * (j + 1) + b[i][j] + (c[i] ? c[i][j] : 0);
    printf("%.12g\n", s);
    return 0;
}
