// deals: block, cyclic
// distributed: 21 29
// offloaded: 21 29
/* Symmetric rank-k update of a lower triangle in single precision, after the PolyBench kernel "syrk". */
#include <stdio.h>
#include <stdlib.h>

#define DATA_TYPE float
#define N 48
#define M 31

static DATA_TYPE C[N][N], A[N][M];

int main(int argc, char **argv)
{
    DATA_TYPE alpha = 1.5f, beta = 1.2f;
    int i, j, k;
    (void)argv;

    #pragma hydra parallel for private(j)
    for (i = 0; i < N; i++) {
        for (j = 0; j < M; j++)
            A[i][j] = (DATA_TYPE)((i * j + argc) % N) / N;
        for (j = 0; j < N; j++)
            C[i][j] = (DATA_TYPE)((i * j + 2) % M) / M;
    }

    #pragma hydra parallel for private(j, k) shared(A, C)
    for (i = 0; i < N; i++) {
        for (j = 0; j <= i; j++)
            C[i][j] *= beta;
        for (k = 0; k < M; k++)
            for (j = 0; j <= i; j++)
                C[i][j] += alpha * A[i][k] * A[j][k];
    }

    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            if ((i * N + j) % 20 == 0)
                printf("\n");
            printf("%0.5f ", C[i][j]);
        }
    printf("\n");
    return 0;
}
