// deals: block, cyclic
// distributed: 30 42 46 50 55
// offloaded: 30 42 46 50 55
/* Solution of A x = b through LU decomposition and two substitutions, after the PolyBench kernel "ludcmp"; the
   substitutions are written in their column-oriented forms, whose updates are parallel. */
#include <stdio.h>
#include <stdlib.h>

#define N 48

static double A[N][N];
static double b[N], x[N], y[N];

static void init_array(void)
{
    const double fn = (double)N;
    for (int i = 0; i < N; i++) {
        x[i] = 0;
        y[i] = 0;
        b[i] = (i + 1) / fn / 2.0 + 4;
        for (int j = 0; j < N; j++)
            A[i][j] = (i == j) ? fn : 1.0 / (1 + (i > j ? i - j : j - i));
    }
}

static void decompose(void)
{
    for (int k = 0; k < N - 1; k++) {
        #pragma hydra parallel for
        for (int i = k + 1; i < N; i++) {
            double f = A[i][k] / A[k][k];
            A[i][k] = f;
            for (int j = k + 1; j < N; j++)
                A[i][j] -= f * A[k][j];
        }
    }
}

static void solve(void)
{
    #pragma hydra parallel for
    for (int i = 0; i < N; i++)
        y[i] = b[i];
    for (int j = 0; j < N; j++) {
        #pragma hydra parallel for
        for (int i = j + 1; i < N; i++)
            y[i] -= A[i][j] * y[j];
    }
    #pragma hydra parallel for
    for (int i = 0; i < N; i++)
        x[i] = y[i];
    for (int j = N - 1; j >= 0; j--) {
        x[j] = x[j] / A[j][j];
        #pragma hydra parallel for
        for (int i = 0; i < j; i++)
            x[i] -= A[i][j] * x[j];
    }
}

int main(void)
{
    init_array();
    decompose();
    solve();
    for (int i = 0; i < N; i++)
        printf("x[%2d] = %.12f\n", i, x[i]);
    return 0;
}
