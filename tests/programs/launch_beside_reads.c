// distributed: 13 21 37 44
// offloaded: 13 21 37 44
// Calls that run parallel loops stand in expressions together with elements of the arrays that they change.
#include <stdio.h>
#include <stdlib.h>

#define N 50
static double a[N], b[N];
static int where[4] = {3, 30, 17, 44};

static double step(double *v, int n) {
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        v[i] += i;
    return v[n - 1];
}

static double sum(const double *v, int n) {
    double s = 0;
#pragma hydra parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}

typedef struct { int n; double *level[3]; } levels;

/* Helpers that read what the loops change, and stand in one statement with them. */
static double *level(levels *l, int k) { return l->level[k]; }
static double at(const levels *l, int k, int i) { return l->level[k][i % l->n]; }

typedef struct { double x[5]; int n; } five;

static double norm(five v) {
    double s = 0;
#pragma hydra parallel for reduction(+ : s)
    for (int i = 0; i < v.n; i++)
        s += v.x[i] * v.x[i];
    return s;
}

static double grow(five *v) {
#pragma hydra parallel for
    for (int i = 0; i < v->n; i++)
        v->x[i] += i + 1;
    return 2;
}

/* Records by value, of which loops change the originals. */
static void with_records(void) {
    five *f = malloc(2 * sizeof *f), *g = f + 1;
    for (int i = 0; i < 5; i++)
        f->x[i] = g->x[i] = i;
    f->n = g->n = 5;
    grow(f);
    printf("%g %g\n", norm(*f) / norm(*g), norm(f[1]) + norm(*f));
    if (grow(g) > 1 && norm(*g) > norm(*f) - 1)
        printf("%g\n", norm(*g));
    double ratio = grow(f) * norm(*g) - norm(*g);
    printf("%g\n", ratio);
    free(f);
}

static void with_helpers(void) {
    with_records();
    static double rows[3][N];
    levels l = {N, {rows[0], rows[1], rows[2]}}, *p = &l;
    printf("%g %g\n", step(l.level[1], N), level(p, 1)[43] >= 0 ? 1.0 : 0.0);
    printf("%g %g %g\n", sum(p->level[1], N), level(p, 1)[43], at(p, 1, N + 43));
    if (sum(p->level[1], N) > at(p, 1, 40))
        level(p, 2)[3] = sum(p->level[1], N) + *level(p, 1);
    printf("%g %g\n", rows[2][3], sum(rows[2], N) + at(&l, 2, 3));
}

int main(void) {
    with_helpers();
    step(b, N);
    double x = step(a, N) * 100 + b[where[1]];
    printf("%g\n", x);
    printf("%g %g %g\n", b[where[2]], sum(a, N), b[7] + sum(b, N));
    b[where[0]] = sum(a, N) + b[where[3]];
    printf("%g %g\n", b[3], sum(b, N));
    if (step(b, N) > b[0] && b[where[1]] < sum(b, N))
        printf("%g\n", b[where[1]]);
    for (int t = 0; t < 3; t++) {
        double d = step(b, N) - b[N - 1];
        printf("%g %g\n", d, b[N - 1] - step(b, N));
    }
    return 0;
}
