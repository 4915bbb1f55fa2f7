// deals: block, cyclic
// distributed: 32 36
// offloaded: 32 36
/* QR decomposition by the modified Gram-Schmidt process, after the PolyBench kernel "gramschmidt". */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define M 36
#define N 30

int main(void)
{
    double (*A)[N] = malloc(sizeof(double[M][N]));
    double (*Q)[N] = malloc(sizeof(double[M][N]));
    double (*R)[N] = calloc(N, sizeof(double[N]));
    int i, j, k;

    for (i = 0; i < M; i++)
        for (j = 0; j < N; j++) {
            A[i][j] = (((double)((i * i * 3 + j * j * 7 + i * j) % 101)) / 101) * 100 + 10;
            Q[i][j] = 0.0;
        }

    for (k = 0; k < N; k++) {
        double nrm = 0.0;
        for (i = 0; i < M; i++)
            nrm += A[i][k] * A[i][k];
        R[k][k] = sqrt(nrm);

        #pragma hydra parallel for
        for (i = 0; i < M; i++)
            Q[i][k] = A[i][k] / R[k][k];

        #pragma hydra parallel for private(i)
        for (j = k + 1; j < N; j++) {
            R[k][j] = 0.0;
            for (i = 0; i < M; i++)
                R[k][j] += Q[i][k] * A[i][j];
            for (i = 0; i < M; i++)
                A[i][j] = A[i][j] - Q[i][k] * R[k][j];
        }
    }

    for (i = 0; i < N; i++) {
        for (j = 0; j < N; j++)
            printf("%.5f ", R[i][j]);
        printf("\n");
    }
    for (i = 0; i < M; i++) {
        for (j = 0; j < N; j++)
            printf("%.7f ", Q[i][j]);
        printf("\n");
    }
    free(A);
    free(Q);
    free(R);
    return 0;
}
