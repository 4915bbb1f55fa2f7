// distributed: 44 53
// offloaded: 44 53
/* LU factors of a matrix, in place and without pivoting: L with a unit diagonal below, U on and above the diagonal.
 *
 * In step k a multiple of row k is taken from each row below it. These rows are independent; all of them read row k.
 * There are fewer of them in each step. The matrix is made diagonally dominant, so no pivot is small.
 *
 *     lu [n [init]]         init: 0 serial, 1 parallel
 */
#include <stdio.h>
#include <stdlib.h>

static double entry(int n, int i, int j)
{
    return i == j ? n : (double)((i * 3 + j * 7) % 11) / 11.0;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100;
    int init = argc > 2 ? atoi(argv[2]) : 0;
    if (n < 2) {
        printf("usage: lu [n >= 2 [init]]\n");
        return 1;
    }
    double (*a)[n] = malloc(sizeof(double[n][n]));
    if (a == NULL) {
        printf("out of memory\n");
        return 1;
    }
    if (init == 0) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                a[i][j] = entry(n, i, j);
    } else {
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                a[i][j] = entry(n, i, j);
    }

    for (int k = 0; k < n - 1; k++) {
#pragma hydra parallel for
        for (int i = k + 1; i < n; i++) {
            a[i][k] /= a[k][k];
            for (int j = k + 1; j < n; j++)
                a[i][j] -= a[i][k] * a[k][j];
        }
    }

    double trace = 0.0, below = 0.0;
#pragma hydra parallel for reduction(+:trace, below)
    for (int i = 0; i < n; i++) {
        trace += a[i][i];
        for (int j = 0; j < i; j++)
            below += a[i][j];
    }
    printf("lu %d x %d\n", n, n);
    printf("trace of U %.10g, sum below the diagonal of L %.10g\n", trace, below);
    printf("last pivot %.10g\n", a[n - 1][n - 1]);
    free(a);
    return 0;
}
