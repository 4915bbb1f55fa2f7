// deals: block, cyclic
// distributed: 28
// offloaded: 28
/* Symmetric rank-2k update of a lower triangle, C += alpha*(A*B' + B*A'), after the PolyBench kernel "syr2k".
   Matrices are structs with extents and a pointer, as small numeric libraries have them. */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int rows, cols;
    double *v;
} matrix;

static matrix new_matrix(int rows, int cols)
{
    matrix m = {rows, cols, calloc((size_t)rows * cols, sizeof(double))};
    if (!m.v) {
        perror("calloc");
        exit(1);
    }
    return m;
}

static void syr2k(matrix c, matrix a, matrix b, double alpha, double beta)
{
    int n = c.rows, m = a.cols;
    #pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            c.v[i * n + j] *= beta;
        for (int k = 0; k < m; k++)
            for (int j = 0; j <= i; j++)
                c.v[i * n + j] += a.v[j * m + k] * alpha * b.v[i * m + k] + b.v[j * m + k] * alpha * a.v[i * m + k];
    }
}

int main(void)
{
    int n = 42, m = 25;
    matrix a = new_matrix(n, m), b = new_matrix(n, m), c = new_matrix(n, n);

    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            a.v[i * m + j] = (double)((i * j + 1) % n) / n;
            b.v[i * m + j] = (double)((i * j + 2) % m) / m;
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            c.v[i * n + j] = (double)((i * j + 3) % n) / m;
    syr2k(c, a, b, 1.5, 1.2);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            printf("%.6f ", c.v[i * n + j]);
        printf("\n");
    }
    free(a.v);
    free(b.v);
    free(c.v);
    return 0;
}
