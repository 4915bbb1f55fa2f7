// args: 31
// distributed: 11 18 26
// offloaded: 11 18 26
#include <stdio.h>
#include <stdlib.h>

static void fill(double *v, int n, double from)
{
    int i;
#pragma hydra parallel for
    for (i = 0; i < n; i++)
        v[i] = from + i;
}

static void axpy(int n, double alpha, const double *x, double *y)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        y[i] += alpha * x[i];
}

static double dot(int n, const double x[], const double y[])
{
    double s = 0;
#pragma hydra parallel for reduction(+:s)
    for (int i = 0; i < n; i++)
        s += x[i] * y[i];
    return s;
}

static double fixed[64];

int main(int argc, char **argv)
{
    int n = atoi(argv[argc - 1]);
    double *p = malloc(n * sizeof(double)), *q = malloc(n * sizeof(double));
    double local[n];

    fill(p, n, 1);
    fill(q, n, -5);
    fill(local, n, 0.5);
    fill(fixed, 64, 100);
    axpy(n, 2, p, q);
    axpy(n, 0.5, q, local);
    axpy(n, -1, fixed, p);
    axpy(n, 1, p, p);
    axpy(n - 3, 1, fixed + 3, q);
    printf("%.12g %.12g %.12g %.12g\n", dot(n, p, q), dot(n, local, local), dot(n, fixed, p), dot(0, p, p));
    for (int i = 0; i < n; i++)
        printf("%g %g %g\n", p[i], q[i], local[i]);
    free(p);
    free(q);
    return 0;
}
