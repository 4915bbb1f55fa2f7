// distributed: 40 47 56 64
// offloaded: 40 47 56 64
/* Conjugate gradients on a sparse matrix in CSR form: a 2-D Laplacian with a few long-range couplings. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NX 9
#define NY 7

static int *rowptr, *col;
static double *val;
static int nnz;

static void build(int n)
{
    rowptr = malloc((n + 1) * sizeof *rowptr);
    col = malloc(6 * n * sizeof *col);
    val = malloc(6 * n * sizeof *val);
    for (int i = 0; i < n; i++) {
        int x = i % NX, y = i / NX;
        rowptr[i] = nnz;
        col[nnz] = i; val[nnz++] = 5.0;
        if (x > 0) { col[nnz] = i - 1; val[nnz++] = -1.0; }
        if (x < NX - 1) { col[nnz] = i + 1; val[nnz++] = -1.0; }
        if (y > 0) { col[nnz] = i - NX; val[nnz++] = -1.0; }
        if (y < NY - 1) { col[nnz] = i + NX; val[nnz++] = -1.0; }
        if (i * (n - 1 - i) % 13 == 0 && 2 * i != n - 1) { col[nnz] = n - 1 - i; val[nnz++] = 0.25; }
    }
    rowptr[n] = nnz;
}

int main(void)
{
    int n = NX * NY;
    build(n);
    double *x = calloc(n, sizeof *x), *r = malloc(n * sizeof *r), *p = malloc(n * sizeof *p), *q = malloc(n * sizeof *q);
    double rr = 0;
#pragma hydra parallel for reduction(+ : rr)
    for (int i = 0; i < n; i++) {
        r[i] = p[i] = 1.0 / (1 + i % 5);
        rr += r[i] * r[i];
    }
    for (int it = 0; it < 12; it++) {
        double pq = 0;
#pragma hydra parallel for reduction(+ : pq)
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int k = rowptr[i]; k < rowptr[i + 1]; k++)
                sum += val[k] * p[col[k]];
            q[i] = sum;
            pq += p[i] * sum;
        }
        double alpha = rr / (pq + 1e-30), next = 0;
#pragma hydra parallel for reduction(+ : next)
        for (int i = 0; i < n; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
            next += r[i] * r[i];
        }
        double beta = next / rr;
        rr = next;
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            p[i] = r[i] + beta * p[i];
        printf("%d %.6e\n", it, rr);
    }
    for (int i = 0; i < n; i++)
        printf("%.9f\n", x[i]);
    return 0;
}
