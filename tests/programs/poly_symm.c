// deals: block, cyclic
// distributed: 17
// offloaded: 17
/* C = alpha*A*B + beta*C with a symmetric A of which only the lower triangle is stored, after the PolyBench kernel
   "symm". The upper part of the product is scattered into the rows above, so columns are what can run in parallel. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { M = 33, N = 40 };

static double A[M][M], B[M][N], C[M][N];

static void symm(double alpha, double beta)
{
    #pragma hydra parallel for
    for (int j = 0; j < N; j++)
        for (int i = 0; i < M; i++) {
            double t = 0;
            for (int k = 0; k < i; k++) {
                C[k][j] += alpha * B[i][j] * A[i][k];
                t += B[k][j] * A[i][k];
            }
            C[i][j] = beta * C[i][j] + alpha * B[i][j] * A[i][i] + alpha * t;
        }
}

int main(void)
{
    memset(A, 0, sizeof A);
    for (int i = 0; i < M; i++) {
        for (int j = 0; j < N; j++) {
            C[i][j] = (double)((i + j) % 100) / M;
            B[i][j] = (double)((N + i - j) % 100) / M;
        }
        for (int j = 0; j <= i; j++)
            A[i][j] = (double)((i + j) % 100) / M;
        for (int j = i + 1; j < M; j++)
            A[i][j] = -999; /* never to be read */
    }
    symm(1.5, 1.2);
    for (int i = 0; i < M; i++) {
        for (int j = 0; j < N; j++)
            printf(" %.7f", C[i][j]);
        putchar('\n');
    }
    return EXIT_SUCCESS;
}
