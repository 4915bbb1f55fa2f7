// distributed: 26 37 47
// offloaded: 26 37 47
/* A symmetric update of rank 2 k:  C := beta C + alpha (A B' + B A'), of which only the lower triangle is computed.
 *
 *     syr2k [n [m]]
 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 90;
    int m = argc > 2 ? atoi(argv[2]) : 60;
    if (n < 1 || m < 1) {
        printf("usage: syr2k [n >= 1 [m >= 1]]\n");
        return 1;
    }
    double (*a)[m] = malloc(sizeof(double[n][m]));
    double (*b)[m] = malloc(sizeof(double[n][m]));
    double (*c)[n] = malloc(sizeof(double[n][n]));
    if (a == NULL || b == NULL || c == NULL) {
        printf("out of memory\n");
        return 1;
    }
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < m; k++) {
            a[i][k] = (double)((i * k + 1) % n) / n;
            b[i][k] = (double)((i * k + 2) % m) / m;
        }
        for (int j = 0; j < n; j++)
            c[i][j] = (double)((i * j + 3) % n) / m;
    }

    const double alpha = 1.5, beta = 1.2;
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = 0.0;
            for (int k = 0; k < m; k++)
                sum += a[j][k] * b[i][k] + b[j][k] * a[i][k];
            c[i][j] = beta * c[i][j] + alpha * sum;
        }

    double trace = 0.0, below = 0.0;
#pragma hydra parallel for reduction(+:trace, below)
    for (int i = 0; i < n; i++) {
        trace += c[i][i];
        for (int j = 0; j < i; j++)
            below += c[i][j];
    }
    printf("syr2k, n = %d, m = %d\n", n, m);
    printf("trace %.10g, below the diagonal %.10g, corner %.10g\n", trace, below, c[n - 1][0]);
    free(a);
    free(b);
    free(c);
    return 0;
}
