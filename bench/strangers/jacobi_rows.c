// bench: 700 800
// quick: 60 20
/* Laplace's equation by Jacobi's method until little changes, on rows behind a table of pointers. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double **matrix(int rows, int cols)
{
    double **m = malloc(rows * sizeof *m);
    for (int i = 0; i < rows; i++)
        m[i] = calloc(cols, sizeof *m[i]);
    return m;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 200, most = argc > 2 ? atoi(argv[2]) : 100, t;
    double **u = matrix(n, n), **v = matrix(n, n), change = 1, sum = 0;
    for (int i = 0; i < n; i++) {
        u[i][0] = v[i][0] = 100;
        u[0][i] = v[0][i] = 50 + 0.1 * (i % 10);
    }
    for (t = 0; t < most && change > 1e-9; t++) {
        change = 0;
        #pragma hydra parallel for reduction(max:change)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
                v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
                double d = fabs(v[i][j] - u[i][j]);
                if (d > change)
                    change = d;
            }
        double **w = u;
        u = v;
        v = w;
    }
    #pragma hydra parallel for reduction(+:sum)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += u[i][j];
    printf("%d steps, change %.6g, mean %.6g\n", t, change, sum / n / n);
    return 0;
}
