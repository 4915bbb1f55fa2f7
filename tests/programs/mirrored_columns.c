// distributed: 17
/* Columns that are computed from mirrored rows of the ones before (Durbin's recursion): native compilers may take a function
 * that stores through pointers of its own alone for one that does nothing. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 16 };

static void recur(int n, double y[N][N], const double *alpha, double *sums)
{
    int i, k;
    for (k = 1; k < n; k++) {
        sums[k] = 0;
        for (i = 0; i < n; i++)
            sums[k] += y[i][k - 1];
#pragma hydra parallel for
        for (i = 0; i <= k - 1; i++)
            y[i][k] = y[i][k - 1] + alpha[k] * y[k - i - 1][k - 1];
        y[k][k] = alpha[k];
    }
}

int main(void)
{
    double(*y)[N] = malloc(sizeof(double[N][N])), *alpha = malloc(N * sizeof *alpha), *sums = calloc(N, sizeof *sums);
    for (int i = 0; i < N; i++) {
        alpha[i] = i * 0.25;
        for (int j = 0; j < N; j++)
            y[i][j] = i * 10 + j;
    }
    recur(N, y, alpha, sums);
    for (int i = 0; i < N; i++)
        printf("%g %g\n", y[i][N - 1], sums[i]);
    return 0;
}
