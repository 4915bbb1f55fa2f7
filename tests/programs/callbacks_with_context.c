// distributed: 22 28 43
// Functions that loops call through pointers, and that get the address of a struct along.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
struct cfg {
    double a, b;
    int k;
};
typedef double (*fn)(double, void*);
static double line(double x, void* ctx) {
    struct cfg* c = ctx;
    return c->a * x + c->b;
}
static double wave(double x, void* ctx) {
    struct cfg* c = (struct cfg*)ctx;
    return sin(c->k * x) * c->a;
}
static void map(fn f, double* x, int n) {
    struct cfg c = {2, 3, 4};
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        x[i] = f(x[i], &c);
}
static double integrate(fn f, void* ctx, double lo, double hi, int n) {
    double s = 0, h = (hi - lo) / n;
#pragma hydra parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += f(lo + (i + 0.5) * h, ctx) * h;
    return s;
}
int main(int argc, char** argv) {
    double* x = malloc(100 * sizeof *x);
    for (int i = 0; i < 100; i++)
        x[i] = i * 0.1;
    map(line, x, 100);
    map(wave, x, 100);
    struct cfg d = {1, 2, 3};
    printf("%.9g %.9g\n", integrate(line, &d, 0, 1, 1000), integrate(wave, &d, 0, 3, 100));
    fn f = argc > 1 ? wave : line;
    double k = 5;
#pragma hydra parallel for
    for (int i = 0; i < 100; i++)
        x[i] += f(x[i], &d) + k;
    for (int i = 0; i < 100; i += 7)
        printf("%.9g\n", x[i]);
    return 0;
}
