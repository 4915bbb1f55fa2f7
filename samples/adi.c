// distributed: 38 48 62
// offloaded: 38 48 62
/* Alternating directions: an implicit scheme that solves tridiagonal systems along the rows in the first half of each
 * step, and along the columns in the second.
 *
 * A system is solved by a sweep forwards, which eliminates, and one backwards. Rows are independent of each other in
 * the first half, columns in the second.
 *
 *     adi [n [steps]]
 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100;
    int steps = argc > 2 ? atoi(argv[2]) : 5;
    if (n < 3 || steps < 0) {
        printf("usage: adi [n >= 3 [steps >= 0]]\n");
        return 1;
    }
    double (*x)[n] = malloc(sizeof(double[n][n]));
    double (*a)[n] = malloc(sizeof(double[n][n]));
    double (*b)[n] = malloc(sizeof(double[n][n]));
    if (x == NULL || a == NULL || b == NULL) {
        printf("out of memory\n");
        return 1;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            x[i][j] = (double)((i * (j + 1) + 1) % 23) / n;
            a[i][j] = (double)((i * (j + 2) + 2) % 7) / (10.0 * n);
            b[i][j] = 2.0 + (double)((i + j * 3) % 5) / n;
        }

    for (int t = 0; t < steps; t++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            for (int j = 1; j < n; j++) {
                x[i][j] -= x[i][j - 1] * a[i][j] / b[i][j - 1];
                b[i][j] -= a[i][j] * a[i][j] / b[i][j - 1];
            }
            x[i][n - 1] /= b[i][n - 1];
            for (int j = n - 2; j >= 1; j--)
                x[i][j] = (x[i][j] - x[i][j - 1] * a[i][j - 1]) / b[i][j - 1];
        }
#pragma hydra parallel for
        for (int j = 0; j < n; j++) {
            for (int i = 1; i < n; i++) {
                x[i][j] -= x[i - 1][j] * a[i][j] / b[i - 1][j];
                b[i][j] -= a[i][j] * a[i][j] / b[i - 1][j];
            }
            x[n - 1][j] /= b[n - 1][j];
            for (int i = n - 2; i >= 1; i--)
                x[i][j] = (x[i][j] - x[i - 1][j] * a[i - 1][j]) / b[i][j];
        }
    }

    /* By columns, as the last half left them. */
    double sum = 0.0;
#pragma hydra parallel for reduction(+:sum)
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            sum += x[i][j] * (i + 1);
    printf("adi %d x %d, %d steps\n", n, n, steps);
    printf("checksum %.10g\n", sum);
    printf("x in the middle %.10g, b there %.10g\n", x[n / 2][n / 2], b[n / 2][n / 2]);
    free(x);
    free(a);
    free(b);
    return 0;
}
