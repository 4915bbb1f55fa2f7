// offloaded: 38
// A matrix whose rows are malloc'ed one by one: elimination without pivots, then with rows that change places.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double **alloc_matrix(int rows, int cols)
{
    double **a = malloc(rows * sizeof *a);
    for (int i = 0; i < rows; i++) {
        a[i] = malloc(cols * sizeof **a);
        for (int j = 0; j < cols; j++)
            a[i][j] = sin(0.3 * i + 1.7 * j) + (i == j ? 4.0 : 0.0);
    }
    return a;
}

int main(void)
{
    int n = 60;
    double **a = alloc_matrix(n, n + 1);
    double sign = 1;

    for (int k = 0; k < n - 1; k++) {
        int p = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i][k]) > fabs(a[p][k]))
                p = i;
        if (k % 7 == 3 && p == k)
            p = n - 1;
        if (p != k) {
            double *row = a[p];
            a[p] = a[k];
            a[k] = row;
            sign = -sign;
        }
#pragma hydra parallel for
        for (int i = k + 1; i < n; i++) {
            double *row = a[i];
            const double *pivot = a[k];
            double f = row[k] / pivot[k];
            for (int j = k; j <= n; j++)
                row[j] -= f * pivot[j];
        }
    }
    double det = sign;
    for (int i = 0; i < n; i++)
        det *= a[i][i] / 4;
    printf("%.12g\n", det);
    for (int i = 0; i < n; i += 7)
        printf("%d %.12g\n", i, a[i][n]);
    for (int i = 0; i < n; i++)
        free(a[i]);
    free(a);
    return 0;
}
