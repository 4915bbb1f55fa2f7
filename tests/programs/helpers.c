// args: 33
// distributed: 40 45 48 53
// offloaded: 45 48 53
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double cube(double x) { return x * x * x; }
static int fib(int k) { return k < 2 ? k : fib(k - 1) + fib(k - 2); }
static double poly(const double *c, int degree, double x)
{
    double y = 0;
    for (int k = degree; k >= 0; k--)
        y = y * x + c[k];
    return y;
}
static double mean3(const double *v, int i) { return (v[i - 1] + v[i] + v[i + 1]) / 3; }
static void split(double x, int *whole, double *rest)
{
    *whole = (int)floor(x);
    *rest = x - *whole;
}
static void store(double *v, int i, double x) { v[i] = x; }
static inline int clamp(int x, int lo, int hi)
{
    if (x < lo)
        return lo;
    if (x > hi)
        return hi;
    return x;
}

int main(int argc, char **argv)
{
    int n = atoi(argv[argc - 1]);
    double coef[4] = {1, -2, 0.5, 0.25};
    double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y), *z = malloc(n * sizeof *z);
    int *w = malloc(n * sizeof *w);
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        x[i] = cube(i * 0.1) - i;
        w[i] = fib(i % 12);
    }
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        y[i] = poly(coef, 3, x[i]) + pow(fabs(x[i]), 0.5) + hypot(i, 3);
#pragma hydra parallel for
    for (int i = 1; i < n - 1; i++)
        store(z, i, mean3(y, i));
    store(z, 0, 0);
    store(z, n - 1, y[n - 1]);
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        int whole;
        double rest;
        split(z[i], &whole, &rest);
        w[i] = clamp(w[i] + whole, -50, 50);
        x[i] = rest;
    }
    for (int i = 0; i < n; i++)
        printf("%.12g %.12g %.12g %d\n", x[i], y[i], z[i], w[i]);
    free(x);
    free(y);
    free(z);
    free(w);
    return 0;
}
