// hydracc: -Werror=hydra-replicated
// distributed: 59 78 95 99 106 110 118 125
// offloaded: 95
// Calls through pointers that hold one function, or one of a few: integrators that are handed a right-hand side,
// structs that keep it, tables of functions. None of these loops has to be run by every rank.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 41
typedef void (*derivative)(double t, const double* y, double* dydt, const void* with);
typedef double (*function)(double);

struct spring {
    double k, damping;
};

static void oscillator(double t, const double* y, double* dydt, const void* with) {
    const struct spring* s = with;
    dydt[0] = y[1];
    dydt[1] = -s->k * y[0] - s->damping * y[1] + 0.1 * t;
}
static void lorenz(double t, const double* y, double* dydt, const void* with) {
    (void)with;
    dydt[0] = 10 * (y[1] - y[0]) + 0 * t;
    dydt[1] = y[0] * (28 - y[2]) - y[1];
    dydt[2] = y[0] * y[1] - 8.0 / 3 * y[2];
}

static void step(derivative f, int dim, double t, double h, double* y, const void* with) {
    double k1[3], k2[3], at[3];
    f(t, y, k1, with);
    for (int d = 0; d < dim; d++)
        at[d] = y[d] + h / 2 * k1[d];
    (*f)(t + h / 2, at, k2, with);
    for (int d = 0; d < dim; d++)
        y[d] += h * k2[d];
}

struct system {
    int dim;
    derivative f;
    const void* with;
};

static double square(double x) { return x * x; }
static double cube(double x) { return x * x * x; }
static const function table[] = {square, cube, sqrt};
struct method {
    char name[12];
    function apply;
    int order;
};
static const struct method methods[] = {{"square", square, 2}, {"cube", cube, 3}};

static void map(function f, const double* x, double* y, int n) {
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        y[i] = f(x[i]);
}

static function chosen(const char* name) {
    if (strcmp(name, "cube") == 0)
        return cube;
    return square;
}

// What they touch lies elsewhere for each: neighbours here, the same element there.
static void smooth(const double* u, double* v, int i) { v[i] = (u[i - 1] + u[i + 1]) / 2; }
static void keep(const double* u, double* v, int i) { v[i] = u[i]; }
static void odd(const double* u, double* v, int i) {
    if (i % 2)
        v[i] = u[i] + 1;
}
static void sweep(void (*at)(const double*, double*, int), const double* u, double* v, int n) {
#pragma hydra parallel for
    for (int i = 1; i < n - 1; i++)
        at(u, v, i);
}

// One that calls itself, and hands another function on.
static double fold(function f, function g, const double* x, int lo, int hi) {
    if (hi - lo == 1)
        return f(x[lo]);
    int middle = (lo + hi) / 2;
    return fold(g, f, x, lo, middle) + fold(g, f, x, middle, hi);
}

int main(int argc, char** argv) {
    double *y = malloc(3 * N * sizeof *y), *u = malloc(N * sizeof *u), *v = malloc(N * sizeof *v);
    struct spring stiff = {4, 0.25};
    struct system systems[2] = {{2, oscillator, &stiff}, {3, lorenz, NULL}};
#pragma hydra parallel for
    for (int i = 0; i < 3 * N; i++)
        y[i] = i % 7;
    for (int s = 0; s < 3; s++) {
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            step(lorenz, 3, s * 0.1, 0.01, y + 3 * i, NULL);
        struct system* one = &systems[s % 2];
        int dim = one->dim;
        derivative f = one->f;
        const void* with = one->with;
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            step(f, dim, s * 0.1, 0.01, y + 3 * i, with);
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        u[i] = table[i % 3](y[3 * i] + 90);
    map(chosen(argc > 1 ? argv[1] : "square"), u, v, N);
    map(cube, v, u, N);
    function f = argc > 5 ? cube : square;
    const struct method* method = &methods[argc % 2];
    for (int s = 0; s < 2; s++) {
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            u[i] = f(u[i] / 1e9) + methods[s].apply(i) + method->apply(2);
        sweep(s == 0 ? smooth : keep, u, v, N);
        sweep(odd, v, u, N);
    }
    double total = 0;
#pragma hydra parallel for reduction(+ : total)
    for (int i = 0; i < N - 4; i++)
        total += fold(square, cube, v, i, i + 4) > 100;
    for (int i = 0; i < N; i++)
        printf("%.10g %.10g %.10g\n", y[3 * i + 1], u[i], v[i]);
    printf("%g\n", total);
    return 0;
}
