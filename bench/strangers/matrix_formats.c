// bench: 30000 300
// quick: 500 3
/* The same sparse matrix kept by rows (CSR), padded (ELL) and as triplets (COO), each in a struct; power iterations
   with each of them come to the same eigenvalue. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct csr { int n, *start, *col; double *val; };
struct ell { int n, width, *col; double *val; };
struct coo { int n, entries, *row, *col; double *val; };

static void csr_product(const struct csr *a, const double *x, double *y)
{
    #pragma hydra parallel for
    for (int i = 0; i < a->n; i++) {
        double s = 0;
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            s += a->val[k] * x[a->col[k]];
        y[i] = s;
    }
}

static void ell_product(const struct ell *a, const double *x, double *y)
{
    #pragma hydra parallel for
    for (int i = 0; i < a->n; i++) {
        double s = 0;
        for (int k = 0; k < a->width; k++)
            s += a->val[k * a->n + i] * x[a->col[k * a->n + i]];
        y[i] = s;
    }
}

static void coo_product(const struct coo *a, const double *x, double *y)
{
    int n = a->n;
    for (int i = 0; i < n; i++)
        y[i] = 0;
    #pragma hydra parallel for reduction(+:y[0:n])
    for (int e = 0; e < a->entries; e++)
        y[a->row[e]] += a->val[e] * x[a->col[e]];
}

static double normalise(double *x, const double *y, int n)
{
    double s = 0;
    #pragma hydra parallel for reduction(+:s)
    for (int i = 0; i < n; i++)
        s += y[i] * y[i];
    s = sqrt(s);
    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        x[i] = y[i] / s;
    return s;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5000, rounds = argc > 2 ? atoi(argv[2]) : 20, width = 13;
    struct csr a = {n, malloc((n + 1) * sizeof(int)), malloc(n * width * sizeof(int)),
                    malloc(n * width * sizeof(double))};
    struct ell b = {n, width, calloc(n * width, sizeof(int)), calloc(n * width, sizeof(double))};
    struct coo c = {n, 0, malloc(n * width * sizeof(int)), malloc(n * width * sizeof(int)),
                    malloc(n * width * sizeof(double))};
    double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y), l[3];
    a.start[0] = 0;
    for (int i = 0; i < n; i++) {
        int many = 5 + i % 9;
        for (int k = 0; k < many; k++) {
            int col = k < 5 ? (i + k - 2 + n) % n : (int)((i * 7919LL + k * 104729LL) % n);
            double v = k == 2 ? 4 : 0.1 + 0.05 * (k % 3);
            a.col[a.start[i] + k] = b.col[k * n + i] = c.col[c.entries] = col;
            a.val[a.start[i] + k] = b.val[k * n + i] = c.val[c.entries] = v;
            c.row[c.entries++] = i;
        }
        a.start[i + 1] = a.start[i] + many;
    }
    for (int form = 0; form < 3; form++) {
        for (int i = 0; i < n; i++)
            x[i] = 1.0 / n;
        for (int t = 0; t < rounds; t++) {
            if (form == 0)
                csr_product(&a, x, y);
            else if (form == 1)
                ell_product(&b, x, y);
            else
                coo_product(&c, x, y);
            l[form] = normalise(x, y, n);
        }
    }
    printf("%.6g %.6g %.6g\n", l[0], l[1], l[2]);
    return 0;
}
