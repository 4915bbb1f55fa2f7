// deals: block, cyclic
// distributed: 31 37 42 46
// offloaded: 31 37 42 46
/* Rank-two update, two matrix-vector products and a vector addition, after the PolyBench kernel "gemver".
   Everything lives in one static block of linearised arrays. */
#include <stdio.h>

#define N 53
#define AT(i, j) A[(i) * N + (j)]

static double A[N * N], u1[N], v1[N], u2[N], v2[N], w[N], x[N], y[N], z[N];

int main()
{
    const double alpha = 1.5, beta = 1.2;
    int i, j;

    for (i = 0; i < N; i++) {
        double f = (i + 1.0) / N;
        u1[i] = i;
        u2[i] = f / 2.0;
        v1[i] = f / 4.0;
        v2[i] = f / 6.0;
        y[i] = f / 8.0;
        z[i] = f / 9.0;
        for (j = 0; j < N; j++)
            AT(i, j) = (double)(i * j % N) / N;
    }

    #pragma hydra parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            AT(i, j) = AT(i, j) + u1[i] * v1[j] + u2[i] * v2[j];

    /* x = beta A^T y: column sums */
    #pragma hydra parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            x[i] = x[i] + beta * AT(j, i) * y[j];

    #pragma hydra parallel for
    for (i = 0; i < N; i++)
        x[i] = x[i] + z[i];

    #pragma hydra parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            w[i] = w[i] + alpha * AT(i, j) * x[j];

    for (i = 0; i < N; i++)
        printf("%d: x %.10g w %.10g A[i][i] %.10g\n", i, x[i], w[i], AT(i, i));
    return 0;
}
