// deals: block, cyclic
// distributed: 25 32 43 46
// offloaded: 25 32 43 46
/* Cholesky factorisation of a positive definite matrix, after the PolyBench kernel "cholesky", in the right-looking
   order: scale a column, then update the trailing triangle in parallel. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 44

static double A[N][N], B[N][N];

static void init(void)
{
    for (int i = 0; i < N; i++) {
        for (int j = 0; j <= i; j++)
            A[i][j] = (double)(-j % N) / N + 1;
        for (int j = i + 1; j < N; j++)
            A[i][j] = 0;
        A[i][i] = 1;
    }
    /* A * A' is positive definite */
    #pragma hydra parallel for
    for (int r = 0; r < N; r++)
        for (int s = 0; s < N; s++) {
            B[r][s] = 0;
            for (int t = 0; t < N; t++)
                B[r][s] += A[r][t] * A[s][t];
        }
    #pragma hydra parallel for
    for (int r = 0; r < N; r++)
        for (int s = 0; s < N; s++)
            A[r][s] = B[r][s];
}

int main(void)
{
    init();
    for (int k = 0; k < N; k++) {
        A[k][k] = sqrt(A[k][k]);
        #pragma hydra parallel for
        for (int i = k + 1; i < N; i++)
            A[i][k] /= A[k][k];
        #pragma hydra parallel for
        for (int i = k + 1; i < N; i++)
            for (int j = k + 1; j <= i; j++)
                A[i][j] -= A[i][k] * A[j][k];
    }
    for (int i = 0; i < N; i++) {
        for (int j = 0; j <= i; j++)
            printf("%.6f ", A[i][j]);
        printf("\n");
    }
    return 0;
}
