// distributed: 18 23 28 33 38 43
// offloaded: 18 23 28 33 38 43
/* Accessors of arrays with their sizes in a record: by its address, by value, through one another, of records that lie
   in variables, behind pointers, in other records and in arrays, whether or not an iteration gets there. */
#include <stdio.h>
#include <stdlib.h>
struct grid { int n, m; double *v; };
struct level { struct grid in, out; int k; };
static struct grid ga, gb;
static double at(const struct grid *g, int i, int j) { return g->v[i*g->m + j]; }
static double atv(struct grid g, int i, int j) { return g.v[i*g.m + j]; }
static double *ref(struct grid *g, int i, int j) { return &g->v[i*g->m + j]; }
static double up(const struct grid *g, int i, int j) { return at(g, i - 1, j); }
static void put(struct grid *g, int i, int j, double x) { *ref(g, i, j) = x; }
static void step(struct grid *a, struct grid *b)
{
    #pragma hydra parallel for
    for (int i = 1; i < a->n - 1; i++) for (int j = 1; j < a->m - 1; j++) put(b, i, j, at(a, i-1, j) + up(a, i+1, j) + atv(*a, i, j-1));
}
static void stepv(struct grid a, struct grid b, int n, int m)
{
    #pragma hydra parallel for
    for (int i = 1; i < n - 1; i++) for (int j = 1; j < m - 1; j++) put(&b, i, j, at(&a, i-1, j) + up(&a, i+1, j) + atv(a, i, j-1));
}
static void steps(struct level *l, int n, int m)
{
    #pragma hydra parallel for
    for (int i = 1; i < n - 1; i++) for (int j = 1; j < m - 1; j++) put(&l->out, i, j, at(&l->in, i-1, j) + up(&l->in, i+1, j) + atv(l->in, i, j-1));
}
static void stepg(int n, int m)
{
    #pragma hydra parallel for
    for (int i = 1; i < n - 1; i++) for (int j = 1; j < m - 1; j++) put(&gb, i, j, at(&ga, i-1, j) + up(&ga, i+1, j) + atv(ga, i, j-1));
}
static void stepa(struct grid *g, int n, int m)
{
    #pragma hydra parallel for
    for (int i = 1; i < n - 1; i++) for (int j = 1; j < m - 1; j++) put(&g[1], i, j, at(&g[0], i-1, j) + up(g, i+1, j));
}
static void stepp(struct grid **g, int n, int m)
{
    #pragma hydra parallel for
    for (int i = 1; i < n - 1; i++) for (int j = 1; j < m - 1; j++) put(g[1], i, j, at(g[0], i-1, j) + up(g[0], i+1, j));
}
static double sum(struct grid *g) { double s = 0; for (int i = 0; i < g->n; i++) for (int j = 0; j < g->m; j++) s += g->v[i*g->m + j]*(i % 7); return s; }
int main(void)
{
    struct grid *a = malloc(sizeof *a), *b = malloc(sizeof *b), two[2], *ps[2]; struct level l;
    a->n = b->n = 40; a->m = b->m = 50; a->v = malloc(40*50*8); b->v = calloc(40*50, 8);
    for (int i = 0; i < 2000; i++) a->v[i] = i % 37;
    ga = *b; gb = *a; l.in = *a; l.out = *b; two[0] = *b; two[1] = *a; ps[0] = a; ps[1] = b;
    for (int t = 0; t < 2; t++) {
    step(a, b); printf("%g\n", sum(b));
    stepv(*b, *a, 40, 50); printf("%g\n", sum(a));
    steps(&l, 40, 50); printf("%g\n", sum(b));
    stepg(40, 50); printf("%g\n", sum(a));
    stepa(two, 40, 50); printf("%g\n", sum(a));
    stepp(ps, 40, 50); printf("%g\n", sum(b));
    }
    return 0;
}
