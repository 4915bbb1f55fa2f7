// deals: block, cyclic
// distributed: 26
// offloaded: 26
/* B = alpha * A' * B with a unit lower triangular A, after the PolyBench kernel "trmm". Row i needs the old rows below
   it, so that the column loop is moved outwards to be the parallel one. */
#include <stdio.h>
#include <stdlib.h>

#define IDX(r, c, ld) ((size_t)(r) * (ld) + (c))

int main(int argc, char **argv)
{
    int m = argc > 1 ? atoi(argv[1]) : 32, n = argc > 2 ? atoi(argv[2]) : 44;
    double alpha = 1.5;
    double *A = malloc(sizeof(double) * m * m), *B = malloc(sizeof(double) * m * n);

    for (int i = 0; i < m; i++) {
        for (int j = 0; j < i; j++)
            A[IDX(i, j, m)] = (double)((i + j) % m) / m;
        A[IDX(i, i, m)] = 1.0;
        for (int j = 0; j < n; j++)
            B[IDX(i, j, n)] = (double)((n + (i - j)) % n) / n;
    }

    #pragma hydra parallel for
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            for (int k = i + 1; k < m; k++)
                B[IDX(i, j, n)] += A[IDX(k, i, m)] * B[IDX(k, j, n)];
            B[IDX(i, j, n)] = alpha * B[IDX(i, j, n)];
        }

    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++)
            printf("%.6f ", B[IDX(i, j, n)]);
        printf("\n");
    }
    free(A);
    free(B);
    return 0;
}
