// distributed: 25 33 43
// offloaded: 25 33 43
/* The product of a triangular and a full matrix, B := alpha L' B, where L has a unit diagonal. It is made in place, from
 * the first row downwards, so that a row of B is read before it changes; columns are independent.
 *
 *     trmm [n]
 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 80;
    if (n < 1) {
        printf("usage: trmm [n >= 1]\n");
        return 1;
    }
    double (*l)[n] = malloc(sizeof(double[n][n]));
    double (*b)[n] = malloc(sizeof(double[n][n]));
    if (l == NULL || b == NULL) {
        printf("out of memory\n");
        return 1;
    }
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            l[i][j] = (double)((i + j) % n) / n;
            b[i][j] = (double)((n + i - j) % n) / n;
        }

    const double alpha = 1.5;
#pragma hydra parallel for
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            double sum = b[i][j];
            for (int k = i + 1; k < n; k++)
                sum += l[k][i] * b[k][j];
            b[i][j] = alpha * sum;
        }

    double sum = 0.0;
#pragma hydra parallel for reduction(+:sum)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += b[i][j];
    printf("trmm %d x %d\n", n, n);
    printf("checksum %.10g, b[0][0] = %.10g, b[%d][0] = %.10g\n", sum, b[0][0], n / 2, b[n / 2][0]);
    free(l);
    free(b);
    return 0;
}
