// distributed: 35
// offloaded: 35
// Mesh levels in an array of structs behind a struct: g->level[l].u[i] in serial code; two buffers are swapped.
#include <stdio.h>
#include <stdlib.h>
typedef struct {
    int n;
    double h;
    double *u, *f, *r;
} Level;
typedef struct {
    int levels;
    Level* level;
} Grid;
static Grid* grid_new(int levels, int n) {
    Grid* g = malloc(sizeof *g);
    g->levels = levels;
    g->level = malloc(levels * sizeof(Level));
    for (int l = 0; l < levels; l++) {
        Level* L = &g->level[l];
        L->n = (n >> l) + 1;
        L->h = 1.0 / (n >> l);
        L->u = malloc(L->n * sizeof(double));
        L->f = malloc(L->n * sizeof(double));
        L->r = calloc(L->n, sizeof(double));
        for (int i = 0; i < L->n; i++) {
            L->u[i] = 0.0;
            L->f[i] = i % 5;
        }
    }
    return g;
}
static void smooth(Level* L) {
#pragma hydra parallel for
    for (int i = 1; i < L->n - 1; i++)
        L->r[i] = 0.5 * (L->u[i - 1] + L->u[i + 1] + L->h * L->h * L->f[i]);
    double* t = L->u;
    L->u = L->r;
    L->r = t;
}
int main(void) {
    Grid* g = grid_new(4, 64);
    for (int it = 0; it < 5; it++)
        for (int l = 0; l < g->levels; l++) {
            smooth(&g->level[l]);
            g->level[l].u[0] = 1.0;
            g->level[l].u[g->level[l].n - 1] = -1.0;
            if (l + 1 < g->levels)
                for (int i = 1; i < g->level[l + 1].n - 1; i++)
                    g->level[l + 1].f[i] += g->level[l].u[2 * i];
        }
    for (int l = 0; l < g->levels; l++) {
        double s = 0;
        for (int i = 0; i < g->level[l].n; i++)
            s += g->level[l].u[i] * (i + 1);
        printf("%.10g\n", s);
    }
    for (int l = 0; l < g->levels; l++) {
        free(g->level[l].u);
        free(g->level[l].f);
        free(g->level[l].r);
    }
    free(g->level);
    free(g);
}
