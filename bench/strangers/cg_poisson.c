// bench: 400 230
// quick: 30 10
/* Conjugate gradients with a diagonal preconditioner for diffusion with jumps in its coefficient; the matrix is
   kept by rows, as a library would. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int n, *start, *col;
    double *val, *diagonal;
} matrix;

static double dot(const double *x, const double *y, int n)
{
    double s = 0;
    #pragma hydra parallel for reduction(+:s)
    for (int i = 0; i < n; i++)
        s += x[i] * y[i];
    return s;
}

static void multiply(const matrix *a, const double *x, double *y)
{
    #pragma hydra parallel for
    for (int i = 0; i < a->n; i++) {
        double s = 0;
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            s += a->val[k] * x[a->col[k]];
        y[i] = s;
    }
}

static void add(double *y, double a, const double *x, int n)
{
    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}

static double between(int i, int j) { return (i / 20 + j / 20) % 2 ? 1 : 10; }

int main(int argc, char **argv)
{
    int g = argc > 1 ? atoi(argv[1]) : 100, steps = argc > 2 ? atoi(argv[2]) : 40, n = g * g;
    matrix a = {n, malloc((n + 1) * sizeof(int)), malloc(5 * n * sizeof(int)), malloc(5 * n * sizeof(double)),
                malloc(n * sizeof(double))};
    double *x = calloc(n, sizeof *x), *r = malloc(n * sizeof *r), *z = malloc(n * sizeof *z);
    double *p = malloc(n * sizeof *p), *q = malloc(n * sizeof *q);
    int at = 0;
    for (int i = 0; i < g; i++)
        for (int j = 0; j < g; j++) {
            static const int di[4] = {-1, 0, 0, 1}, dj[4] = {0, -1, 1, 0};
            double sum = 0.01;
            a.start[i * g + j] = at;
            for (int k = 0; k < 4; k++) {
                int oi = i + di[k], oj = j + dj[k];
                double c = 0.5 * (between(i, j) + between(oi < 0 ? 0 : oi, oj < 0 ? 0 : oj));
                sum += c;
                if (oi >= 0 && oi < g && oj >= 0 && oj < g) {
                    a.col[at] = oi * g + oj;
                    a.val[at++] = -c;
                }
            }
            a.col[at] = i * g + j;
            a.val[at++] = a.diagonal[i * g + j] = sum;
            r[i * g + j] = 1 + (i + j) % 3;
        }
    a.start[n] = at;
    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        p[i] = z[i] = r[i] / a.diagonal[i];
    double rz = dot(r, z, n);
    for (int t = 0; t < steps; t++) {
        multiply(&a, p, q);
        double alpha = rz / dot(p, q, n);
        add(x, alpha, p, n);
        add(r, -alpha, q, n);
        #pragma hydra parallel for
        for (int i = 0; i < n; i++)
            z[i] = r[i] / a.diagonal[i];
        double now = dot(r, z, n), beta = now / rz;
        rz = now;
        #pragma hydra parallel for
        for (int i = 0; i < n; i++)
            p[i] = z[i] + beta * p[i];
    }
    printf("norm %.6g, energy %.6g\n", sqrt(dot(x, x, n)), rz);
    return 0;
}
