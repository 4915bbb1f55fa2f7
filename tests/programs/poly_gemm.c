// deals: block, cyclic
// distributed: 33
// offloaded: 33
/* C = alpha*A*B + beta*C with rectangular matrices, after the PolyBench kernel "gemm"; rows of C are independent,
   and the inner loops run in the order that keeps B's accesses along its rows. */
#include <stdio.h>
#include <stdlib.h>

#ifndef NI
#define NI 37
#define NJ 45
#define NK 26
#endif

static void init_array(double *alpha, double *beta, double C[NI][NJ], double A[NI][NK], double B[NK][NJ])
{
    *alpha = 1.5;
    *beta = 1.2;
    for (int i = 0; i < NI; i++)
        for (int j = 0; j < NJ; j++)
            C[i][j] = (double)((i * j + 1) % NI) / NI;
    for (int i = 0; i < NI; i++)
        for (int k = 0; k < NK; k++)
            A[i][k] = (double)(i * (k + 1) % NK) / NK;
    for (int k = 0; k < NK; k++)
        for (int j = 0; j < NJ; j++)
            B[k][j] = (double)(k * (j + 2) % NJ) / NJ;
}

static void gemm(double alpha, double beta, double C[NI][NJ], double A[NI][NK], double B[NK][NJ])
{
    #pragma hydra parallel for
    for (int i = 0; i < NI; i++) {
        for (int j = 0; j < NJ; j++)
            C[i][j] *= beta;
        for (int k = 0; k < NK; k++)
            for (int j = 0; j < NJ; j++)
                C[i][j] += alpha * A[i][k] * B[k][j];
    }
}

int main(void)
{
    double alpha, beta;
    double (*A)[NI][NK] = malloc(sizeof *A);
    double (*B)[NK][NJ] = malloc(sizeof *B);
    double (*C)[NI][NJ] = malloc(sizeof *C);

    init_array(&alpha, &beta, *C, *A, *B);
    gemm(alpha, beta, *C, *A, *B);
    for (int i = 0; i < NI; i++)
        for (int j = 0; j < NJ; j++)
            printf("%.6f%s", (*C)[i][j], j == NJ - 1 ? "\n" : " ");
    free(A);
    free(B);
    free(C);
    return 0;
}
