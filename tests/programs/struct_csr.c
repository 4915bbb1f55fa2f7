// distributed: 39 57
// offloaded: 39 57
// A sparse matrix in a struct, its arrays of int beside sizes of int: set-up, scaling, a product.
#include <stdio.h>
#include <stdlib.h>
typedef struct {
    int n, nnz;
    int *rp, *col;
    double* val;
} CSR;
static CSR* build(int n) {
    CSR* m = malloc(sizeof *m);
    m->n = n;
    m->nnz = 0;
    m->rp = malloc((n + 1) * sizeof(int));
    m->rp[0] = 0;
    for (int i = 0; i < m->n; i++)
        m->rp[i + 1] = m->rp[i] + 1 + (i > 0) + (i < n - 1);
    m->nnz = m->rp[n];
    m->col = malloc(m->nnz * sizeof(int));
    m->val = malloc(m->nnz * sizeof(double));
    for (int i = 0; i < m->n; i++) {
        int k = m->rp[i];
        if (i > 0) {
            m->col[k] = i - 1;
            m->val[k++] = -1;
        }
        m->col[k] = i;
        m->val[k++] = 2.5;
        if (i < n - 1) {
            m->col[k] = i + 1;
            m->val[k++] = -1;
        }
    }
    return m;
}
static void scale(CSR* m, double s) {
#pragma hydra parallel for
    for (int k = 0; k < m->nnz; k++)
        m->val[k] *= s;
}
static double norm(const CSR* m) {
    double s = 0;
    for (int i = 0; i < m->n; i++)
        for (int k = m->rp[i]; k < m->rp[i + 1]; k++)
            s += m->val[k] * m->val[k];
    return s;
}
int main(void) {
    CSR* m = build(50);
    double *x = malloc(50 * sizeof(double)), *y = malloc(50 * sizeof(double));
    for (int i = 0; i < m->n; i++)
        x[i] = i % 7;
    for (int it = 0; it < 4; it++) {
        scale(m, 0.5);
#pragma hydra parallel for
        for (int i = 0; i < m->n; i++) {
            double s = 0;
            for (int k = m->rp[i]; k < m->rp[i + 1]; k++)
                s += m->val[k] * x[m->col[k]];
            y[i] = s;
        }
        for (int i = 0; i < m->n; i++)
            x[i] = y[i];
        x[0] = 1;
    }
    printf("%.10g %.10g\n", norm(m), x[7]);
}
