// args: 60
// distributed: 11 18 42 52 58
// offloaded: 11 18 42 52 58
#include <stdio.h>
#include <stdlib.h>
/* conjugate gradients for a sparse matrix by rows (start, column, value) */
static double dot(int n, const double *a, const double *b)
{
    double s = 0;
#pragma hydra parallel for reduction(+:s)
    for (int i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}
static void spmv(int n, const int *start, const int *column, const double *value, const double *x, double *y)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = start[i]; k < start[i + 1]; k++)
            s += value[k] * x[column[k]];
        y[i] = s;
    }
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10, entries = 0;
    int *start = malloc((n + 1) * sizeof(int)), *column = malloc(5 * n * sizeof(int));
    double *value = malloc(5 * n * sizeof(double)), *x = malloc(n * sizeof(double));
    double *r = malloc(n * sizeof(double)), *p = malloc(n * sizeof(double)), *q = malloc(n * sizeof(double));
    for (int i = 0; i < n; i++) {
        start[i] = entries;
        int near[5] = {i - 7, i - 1, i, i + 1, i + 7};
        for (int k = 0; k < 5; k++)
            if (near[k] >= 0 && near[k] < n) {
                column[entries] = near[k];
                value[entries++] = near[k] == i ? 5 : -1;
            }
    }
    start[n] = entries;
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        x[i] = 0;
        r[i] = p[i] = i % 4;
    }
    double rr = dot(n, r, r);
    int it;
    for (it = 0; it < 40 && rr > 1e-16; it++) {
        spmv(n, start, column, value, p, q);
        double alpha = rr / dot(n, p, q);
#pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        double next = dot(n, r, r), beta = next / rr;
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            p[i] = r[i] + beta * p[i];
        rr = next;
    }
    printf("%d iterations\n", it);
    for (int i = 0; i < n; i++)
        printf("%.6f\n", x[i]);
    free(start); free(column); free(value); free(x); free(r); free(p); free(q);
    return 0;
}
