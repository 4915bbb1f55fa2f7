// hydracc: -fopenacc
// distributed: 23 33 42 55
// OpenACC's directives as input: parallel and kernels, loops inside of them, reductions, data, atomic sums, a loop that
// is `seq`, and one under kernels that is not independent.
#include <stdio.h>
#include <stdlib.h>

#define N 400

#pragma acc routine seq
static double bend(double x) { return x < 0 ? -x : x / (1 + x); }

int main(void) {
    int n = N, i, j, steps = 6;
    double(*a)[N] = malloc(sizeof(double[N][N])), (*b)[N] = malloc(sizeof(double[N][N])), change = 0, sum = 0;
    double *row = malloc(N * sizeof *row), t;
    long hits = 0;

#pragma acc data create(b[0:n][0:n]) copy(a[0:n][0:n])
    {
#pragma acc kernels
        {
            for (i = 0; i < n; i++)
                for (j = 0; j < n; j++)
                    a[i][j] = b[i][j] = (i * 7 + j * 3) % 11;
            row[0] = 1;
            for (i = 1; i < n; i++)
                row[i] = row[i - 1] / 2 + i % 3;
        }
        while (steps-- > 0) {
            change = 0;
#pragma acc parallel loop gang reduction(max : change) present(a, b) private(t)
            for (i = 1; i < n - 1; i++) {
#pragma acc loop vector reduction(max : change)
                for (int k = 1; k < n - 1; k++) {
                    b[i][k] = 0.25 * (a[i - 1][k] + a[i + 1][k] + a[i][k - 1] + a[i][k + 1]);
                    t = bend(b[i][k] - a[i][k]);
                    change = change > t ? change : t;
                }
            }
#pragma acc kernels loop independent collapse(2)
            for (i = 1; i < n - 1; i++)
                for (j = 1; j < n - 1; j++)
                    a[i][j] = b[i][j];
        }
    }
#pragma acc parallel
    {
#pragma acc loop seq
        for (i = 1; i < n; i++)
            row[i] += row[i - 1];
    }
#pragma acc update self(row)
#pragma acc parallel loop reduction(+ : sum)
    for (i = 0; i < n; i++) {
        for (j = 0; j < n; j++)
            sum += a[i][j] * (j % 5);
        if (row[i] > 100) {
#pragma acc atomic update
            hits += 1;
        }
    }
#pragma acc wait
    printf("%g %g %ld %g %g\n", change, sum, hits, row[n - 1], a[n / 2][n / 3]);
    free(row);
    free(b);
    free(a);
    return 0;
}
