// deals: block, cyclic
// distributed: 22
// offloaded: 22
/* Forward substitution with a lower triangular matrix, after the PolyBench kernel "trisolv": the inner product of each
   row is the parallel part. */
#include <stdio.h>
#define N 64

static double L[N][N], x[N], b[N];

int main(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = -999;
        b[i] = i;
        for (int j = 0; j <= i; j++)
            L[i][j] = (double)(i + N - j + 1) * 2 / N;
    }
    for (int i = 0; i < N; i++) {
        double s = b[i];
        #pragma hydra parallel for reduction(- : s)
        for (int j = 0; j < i; j++)
            s -= L[i][j] * x[j];
        x[i] = s / L[i][i];
    }
    for (int i = 0; i < N; i++)
        printf("%.8f\n", x[i]);
    return 0;
}
