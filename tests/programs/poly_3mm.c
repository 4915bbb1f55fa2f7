// deals: block, cyclic
// distributed: 11
// offloaded: 11
/* G = (A*B)*(C*D), after the PolyBench kernel "3mm": one matrix product called three times with different shapes. */
#include <stdio.h>
#include <stdlib.h>

static void matmul(int n, int m, int p, const double *restrict a, const double *restrict b, double *restrict c)
{
    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < p; j++) {
            double sum = 0.0;
            for (int k = 0; k < m; k++)
                sum += a[i * m + k] * b[k * p + j];
            c[i * p + j] = sum;
        }
}

static double *filled(int n, int m, int f, int d)
{
    double *a = malloc(sizeof(double) * n * m);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i * m + j] = (double)((i * (j + f) + f) % d) / (5 * d);
    return a;
}

int main(void)
{
    int ni = 24, nj = 27, nk = 31, nl = 35, nm = 38;
    double *A = filled(ni, nk, 1, ni), *B = filled(nk, nj, 2, nj);
    double *C = filled(nj, nm, 3, nl), *D = filled(nm, nl, 2, nk);
    double *E = malloc(sizeof(double) * ni * nj), *F = malloc(sizeof(double) * nj * nl);
    double *G = malloc(sizeof(double) * ni * nl);

    matmul(ni, nk, nj, A, B, E);
    matmul(nj, nm, nl, C, D, F);
    matmul(ni, nj, nl, E, F, G);
    for (int i = 0; i < ni * nl; i++)
        printf("%.10f%c", G[i], i % nl == nl - 1 ? '\n' : ' ');
    double *all[] = {A, B, C, D, E, F, G};
    for (int i = 0; i < 7; i++)
        free(all[i]);
    return 0;
}
