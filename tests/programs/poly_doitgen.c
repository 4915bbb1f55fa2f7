// deals: block, cyclic
// distributed: 28
// offloaded: 28
/* Multi-resolution analysis kernel, A(r,q,:) = A(r,q,:) * C4, after the PolyBench kernel "doitgen": the temporary row
   belongs to the iteration. */
#include <stdio.h>

#define NQ 13
#define NR 17
#define NP 21

static double A[NR][NQ][NP], C4[NP][NP];

int main(void)
{
    double sum[NP];
    int r, q, p, s;

    for (int i = 0; i < NR; i++)
        for (int j = 0; j < NQ; j++)
            for (int k = 0; k < NP; k++)
                A[i][j][k] = (double)((i * j + k) % NP) / NP;
    for (int i = 0; i < NP; i++)
        for (int j = 0; j < NP; j++)
            C4[i][j] = (double)(i * j % NP) / NP;

    #pragma hydra parallel for private(q, p, s, sum)
    for (r = 0; r < NR; r++)
        for (q = 0; q < NQ; q++) {
            for (p = 0; p < NP; p++) {
                sum[p] = 0.0;
                for (s = 0; s < NP; s++)
                    sum[p] += A[r][q][s] * C4[s][p];
            }
            for (p = 0; p < NP; p++)
                A[r][q][p] = sum[p];
        }

    for (r = 0; r < NR; r++)
        for (q = 0; q < NQ; q++)
            for (p = 0; p < NP; p++)
                printf("%.6f%s", A[r][q][p], p == NP - 1 ? "\n" : " ");
    return 0;
}
