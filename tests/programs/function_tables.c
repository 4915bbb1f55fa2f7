// distributed: 13 18 24
// offloaded: 13 18 24
// Callbacks: the library's sort compares through a pointer; loops inside of functions that are called through a table.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 60
static double a[N], b[N];

static void fill(double *x, int n) {
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        x[i] = (i * 37) % 61;
}
static void twice(double *x, int n) {
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        x[i] *= 2;
}
static double norm(double *x, int n) {
    double s = 0;
#pragma hydra parallel for reduction(+:s)
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}
struct step {
    const char *name;
    void (*run)(double *, int);
};

struct solver {
    double *u;
    double (*measure)(double *, int);
    struct step *steps;
    int count;
};

static void advance(struct solver *s) {
    for (int k = 0; k < s->count; k++) {
        s->steps[k].run(s->u, N);
        printf("%s: %g %g\n", s->steps[k].name, s->u[5], s->measure(s->u, N));
    }
}

int main(void) {
    struct step steps[] = {{"fill", fill}, {"twice", twice}, {"again", twice}};
    struct solver s = {a, norm, steps, 3};
    advance(&s);
    s.u = b;
    advance(&s);
    double *which[2] = {a, b};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < N; i += 13)
            printf("%g ", which[k][i] + a[i]);
    printf("\n");
    double **p = which;
    double *q = *p++;
    q[3] = 7;
    printf("%g %g\n", a[3], **p);
    return 0;
}
