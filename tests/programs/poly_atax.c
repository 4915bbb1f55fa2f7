// deals: block, cyclic
// distributed: 22 28
// offloaded: 22 28
/* y = A'(A x), after the PolyBench kernel "atax". The second product is written as column sums, so that no iteration
   adds into another one's element. */
#include <stdio.h>

#define M 47
#define N 58

static double A[M][N], x[N], y[N], tmp[M];

int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = 1 + i / (double)N;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++)
            A[i][j] = (double)((i + j) % N) / (5 * M);

    #pragma hydra parallel for
    for (int i = 0; i < M; i++) {
        tmp[i] = 0.0;
        for (int j = 0; j < N; j++)
            tmp[i] += A[i][j] * x[j];
    }
    #pragma hydra parallel for
    for (int j = 0; j < N; j++) {
        y[j] = 0.0;
        for (int i = 0; i < M; i++)
            y[j] += A[i][j] * tmp[i];
    }
    for (int j = 0; j < N; j++)
        printf("%d %.12f\n", j, y[j]);
    return 0;
}
