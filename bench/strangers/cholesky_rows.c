// bench: 1400
// quick: 60
/* Cholesky of a covariance matrix, the lower triangle in rows of growing length, then the log of its determinant. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 300;
    double **a = malloc(n * sizeof *a), logdet = 0;
    for (int i = 0; i < n; i++) {
        a[i] = malloc((i + 1) * sizeof **a);
        for (int j = 0; j <= i; j++)
            a[i][j] = exp(-0.02 * (i - j)) + (i == j ? 0.5 + 0.1 * (i % 5) : 0);
    }
    for (int j = 0; j < n; j++) {
        double d = a[j][j];
        for (int k = 0; k < j; k++)
            d -= a[j][k] * a[j][k];
        a[j][j] = sqrt(d);
        #pragma hydra parallel for
        for (int i = j + 1; i < n; i++) {
            double s = a[i][j];
            for (int k = 0; k < j; k++)
                s -= a[i][k] * a[j][k];
            a[i][j] = s / a[j][j];
        }
    }
    for (int i = 0; i < n; i++)
        logdet += 2 * log(a[i][i]);
    printf("log of the determinant %.6g, last row %.6g %.6g\n", logdet, a[n - 1][0], a[n - 1][n - 1]);
    return 0;
}
