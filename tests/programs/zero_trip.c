// distributed: 10 14 19
// offloaded: 10 14 19
#include <stdio.h>
#include <stdlib.h>
typedef struct { int w, h; double *v; } mat;
typedef struct { mat *m; int k; } box;
static double out[40];
static void f(mat *m, int n) {
#pragma hydra parallel for
    for (int i = 0; i < n; i++) out[i] += m->v[i] * m->w;
}
static void g(const box *b, int n) {
#pragma hydra parallel for
    for (int i = 0; i < n; i++) out[i] += b->m->v[i] + b->k;
}
static double h(const box *b, int n) {
    double s = 0;
#pragma hydra parallel for reduction(+:s)
    for (int i = 0; i < n; i++) for (int j = 0; j < b->k; j++) s += b->m->v[j];
    return s;
}
int main(void) {
    mat a = {40, 1, malloc(40 * sizeof(double))};
    for (int i = 0; i < 40; i++) a.v[i] = i;
    box b = {&a, 3}, c = {NULL, 0};
    f(&a, 40); f(NULL, 0);
    g(&b, 40); g(&c, 0); g(NULL, 0);
    printf("%g %g %g\n", h(&b, 3), h(&c, 5), h(NULL, 0));
    printf("%g\n", out[39]);
    return 0;
}
