// args: 20
// distributed: 16
// offloaded: 16
#include <stdio.h>
#include <stdlib.h>
/* LU factors in place; the rows below the pivot are independent. Then a triangular solve, serially. */
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 8;
    double (*a)[n] = malloc(sizeof(double[n][n])), x[n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = i == j ? n + 1.0 : 1.0 / (1 + i + 2 * j);
    for (int k = 0; k < n - 1; k++) {
#pragma hydra parallel for
        for (int i = k + 1; i < n; i++) {
            a[i][k] /= a[k][k];
            for (int j = k + 1; j < n; j++)
                a[i][j] -= a[i][k] * a[k][j];
        }
    }
    for (int i = 0; i < n; i++) {
        x[i] = i + 1;
        for (int j = 0; j < i; j++)
            x[i] -= a[i][j] * x[j];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            x[i] -= a[i][j] * x[j];
        x[i] /= a[i][i];
    }
    for (int i = 0; i < n; i++)
        printf("%.15g %.15g %.15g\n", x[i], a[i][i], a[n - 1][i]);
    free(a);
    return 0;
}
