// distributed: 44 68
// offloaded: 44 68
// Relaxation in matrices with offsets, in the style of Numerical Recipes: a table of rows into one block, counted from 1.
#include <stdio.h>
#include <stdlib.h>

#define NR_END 1
#define FREE_ARG char *

static double **dmatrix(long nrl, long nrh, long ncl, long nch)
{
    long i, nrow = nrh - nrl + 1, ncol = nch - ncl + 1;
    double **m = (double **)malloc((size_t)((nrow + NR_END) * sizeof(double *)));
    if (!m) {
        fprintf(stderr, "allocation failure 1 in dmatrix()\n");
        exit(1);
    }
    m += NR_END;
    m -= nrl;
    m[nrl] = (double *)malloc((size_t)((nrow * ncol + NR_END) * sizeof(double)));
    if (!m[nrl]) {
        fprintf(stderr, "allocation failure 2 in dmatrix()\n");
        exit(1);
    }
    m[nrl] += NR_END;
    m[nrl] -= ncl;
    for (i = nrl + 1; i <= nrh; i++)
        m[i] = m[i - 1] + ncol;
    return m;
}

static void free_dmatrix(double **m, long nrl, long nrh, long ncl, long nch)
{
    (void)nrh;
    (void)nch;
    free((FREE_ARG)(m[nrl] + ncl - NR_END));
    free((FREE_ARG)(m + nrl - NR_END));
}

static void relax(double **u, double **v, double **f, int n, int m)
{
    int i, j;
#pragma hydra parallel for private(j)
    for (i = 2; i < n; i++)
        for (j = 2; j < m; j++)
            v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - f[i][j]);
}

int main(void)
{
    const int n = 61, m = 47;
    double **u = dmatrix(1, n, 1, m), **v = dmatrix(1, n, 1, m), **f = dmatrix(1, n, 1, m), **swap;
    double norm = 0.0;
    int i, j, t;

    for (i = 1; i <= n; i++)
        for (j = 1; j <= m; j++) {
            u[i][j] = v[i][j] = (i == 1 || j == m) ? 1.0 + 0.01 * i : 0.0;
            f[i][j] = ((i * 7 + j * 3) % 11) * 1e-3;
        }
    for (t = 0; t < 40; t++) {
        relax(u, v, f, n, m);
        swap = u;
        u = v;
        v = swap;
    }
#pragma hydra parallel for private(j) reduction(max : norm)
    for (i = 1; i <= n; i++)
        for (j = 1; j <= m; j++)
            if (u[i][j] > norm)
                norm = u[i][j];
    printf("max %.15g\n", norm);
    for (i = 1; i <= n; i += 10)
        printf("%d %.15g %.15g\n", i, u[i][m / 2], v[i][i % m + 1]);
    free_dmatrix(f, 1, n, 1, m);
    free_dmatrix(v, 1, n, 1, m);
    free_dmatrix(u, 1, n, 1, m);
    return 0;
}
