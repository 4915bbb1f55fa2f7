// distributed: 55 65 71 77 98
// offloaded: 55 65 71 77 98
// Sparse matrix in a struct, by pointer, by value, global; dot products and gathers in functions of their own.
#include <stdio.h>
#include <stdlib.h>
typedef struct {
    int n, nnz;
    int *rp, *col;
    double *val;
} CSR;

static CSR global_matrix;

static CSR *make(int n) {
    CSR *m = malloc(sizeof *m);
    m->n = n;
    m->rp = malloc((n + 1) * sizeof(int));
    m->col = malloc(3 * n * sizeof(int));
    m->val = malloc(3 * n * sizeof(double));
    int k = 0;
    for (int i = 0; i < n; i++) {
        m->rp[i] = k;
        for (int d = -1; d <= 1; d++) {
            int j = i + d;
            if (j < 0 || j >= n)
                continue;
            m->col[k] = j;
            m->val[k++] = d == 0 ? 2.5 : -1.0;
        }
    }
    m->rp[n] = k;
    m->nnz = k;
    return m;
}

static double row_dot(const CSR *a, const double *x, int i) {
    double s = 0;
    for (int k = a->rp[i]; k < a->rp[i + 1]; k++)
        s += a->val[k] * x[a->col[k]];
    return s;
}

static inline double gather(const double *x, const int *col, int k) { return x[col[k]]; }

static double row_dot_by_value(CSR a, const double *x, int i) {
    double s = 0;
    for (int k = a.rp[i]; k < a.rp[i + 1]; k++)
        s += a.val[k] * gather(x, a.col, k);
    return s;
}

static void multiply(const CSR *m, const double *x, double *y) {
    int i;
#pragma hydra parallel for
    for (i = 0; i < m->n; i++) {
        double s = 0;
        for (int k = m->rp[i]; k < m->rp[i + 1]; k++)
            s += m->val[k] * x[m->col[k]];
        y[i] = s;
    }
}

static void multiply_calls(const CSR *m, const double *x, double *y) {
#pragma hydra parallel for
    for (int i = 0; i < m->n; i++)
        y[i] = row_dot(m, x, i);
}

static void multiply_copies(CSR m, const double *x, double *y) {
#pragma hydra parallel for
    for (int i = 0; i < m.n; i++)
        y[i] = row_dot_by_value(m, x, i) + 1e-3 * row_dot(&m, x, i);
}

static void multiply_global(const double *x, double *y) {
#pragma hydra parallel for
    for (int i = 0; i < global_matrix.n; i++) {
        double s = 0;
        for (int k = global_matrix.rp[i]; k < global_matrix.rp[i + 1]; k++)
            s += global_matrix.val[k] * x[global_matrix.col[k]];
        y[i] = s;
    }
}

int main(void) {
    int n = 200;
    CSR *m = make(n);
    global_matrix = *make(n);
    double *x = malloc(n * sizeof(double)), *y = malloc(n * sizeof(double));
    for (int i = 0; i < n; i++)
        x[i] = 1.0 / (1 + i % 7);
    for (int step = 0; step < 4; step++) {
        multiply(m, x, y);
        multiply_calls(m, y, x);
        multiply_copies(*m, x, y);
        multiply_global(y, x);
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            x[i] = x[i] * 0.01;
    }
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * (i + 1);
    printf("%.12g %.12g\n", sum, x[n / 2]);
    return 0;
}
