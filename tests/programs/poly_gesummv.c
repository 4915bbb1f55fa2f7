// deals: block, cyclic
// distributed: 13
// offloaded: 13
/* y = alpha*A*x + beta*B*x, after the PolyBench kernel "gesummv"; arrays are variable-length automatic ones
   that are handed to the kernel with their size. */
#include <stdio.h>
#include <stdlib.h>

static void gesummv(int n, double alpha, double beta, double A[n][n], double B[n][n], double tmp[n], double x[n],
                    double y[n])
{
    #pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        tmp[i] = 0.0;
        y[i] = 0.0;
        for (int j = 0; j < n; j++) {
            tmp[i] = A[i][j] * x[j] + tmp[i];
            y[i] = B[i][j] * x[j] + y[i];
        }
        y[i] = alpha * tmp[i] + beta * y[i];
    }
}

int main(int argc, char *argv[])
{
    int n = argc > 1 ? atoi(argv[1]) : 61;
    double A[n][n], B[n][n], tmp[n], x[n], y[n];

    for (int i = 0; i < n; i++) {
        x[i] = (double)(i % n) / n;
        for (int j = 0; j < n; j++) {
            A[i][j] = (double)((i * j + 1) % n) / n;
            B[i][j] = (double)((i * j + 2) % n) / n;
        }
    }
    gesummv(n, 1.5, 1.2, A, B, tmp, x, y);
    for (int i = 0; i < n; i++)
        printf("%.9f %.9f\n", tmp[i], y[i]);
    return 0;
}
