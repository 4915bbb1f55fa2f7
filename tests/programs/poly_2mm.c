// deals: block, cyclic
// distributed: 41 48
// offloaded: 41 48
/* D = alpha*A*B*C + beta*D by way of tmp = alpha*A*B, after the PolyBench kernel "2mm". */
#include <stdio.h>
#include <stdlib.h>

#define NI 26
#define NJ 30
#define NK 35
#define NL 39

typedef double (*rows_nj)[NJ];
typedef double (*rows_nk)[NK];
typedef double (*rows_nl)[NL];

int main(void)
{
    double alpha = 1.5, beta = 1.2;
    rows_nj tmp = malloc(NI * sizeof *tmp);
    rows_nk A = malloc(NI * sizeof *A);
    rows_nj B = malloc(NK * sizeof *B);
    rows_nl C = malloc(NJ * sizeof *C);
    rows_nl D = malloc(NI * sizeof *D);
    int i, j, k;

    for (i = 0; i < NI; i++)
        for (j = 0; j < NK; j++)
            A[i][j] = (double)((i * j + 1) % NI) / NI;
    for (i = 0; i < NK; i++)
        for (j = 0; j < NJ; j++)
            B[i][j] = (double)(i * (j + 1) % NJ) / NJ;
    for (i = 0; i < NJ; i++)
        for (j = 0; j < NL; j++)
            C[i][j] = (double)((i * (j + 3) + 1) % NL) / NL;
    for (i = 0; i < NI; i++)
        for (j = 0; j < NL; j++)
            D[i][j] = (double)(i * (j + 2) % NK) / NK;

    #pragma hydra parallel for private(j, k)
    for (i = 0; i < NI; i++)
        for (j = 0; j < NJ; j++) {
            tmp[i][j] = 0.0;
            for (k = 0; k < NK; ++k)
                tmp[i][j] += alpha * A[i][k] * B[k][j];
        }
    #pragma hydra parallel for private(j, k)
    for (i = 0; i < NI; i++)
        for (j = 0; j < NL; j++) {
            D[i][j] *= beta;
            for (k = 0; k < NJ; ++k)
                D[i][j] += tmp[i][k] * C[k][j];
        }

    for (i = 0; i < NI; i++) {
        for (j = 0; j < NL; j++)
            printf("%.8g ", D[i][j]);
        puts("");
    }
    free(tmp);
    free(A);
    free(B);
    free(C);
    free(D);
    return 0;
}
