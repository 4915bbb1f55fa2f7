// distributed: 16 23 30 40
// offloaded: 16 23 40
// Bounds that lie in memory beside tables of rows of the same type, whose lengths nobody tells: what is stored into a
// row stays in it, and what is stored into an iteration's own array never meets a bound.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { int n; int *deg; int **adj; } graph;
typedef struct { int n; char **line; } text;

static void fill(int **a, const int *n)
{
#pragma hydra parallel for
    for (int y = 0; y < n[0]; y++)
        for (int x = 0; x < n[1]; x++) a[y][x] = x - y;
}

static void link(graph *g)
{
#pragma hydra parallel for
    for (int i = 0; i < g->n; i++)
        for (int k = 0; k < g->deg[i]; k++) g->adj[i][k] = (i * 7 + k * 3) % g->n;
}

static void shout(text *t)
{
#pragma hydra parallel for
    for (int i = 0; i < t->n; i++) {
        for (char *p = t->line[i]; *p != '\0'; p++) *p = (char)toupper((unsigned char)*p);
        strcat(t->line[i], "!");
    }
}

static void side(double (*c)[8][9], const int n[3], int d, double v)
{
    int p = (d + 1) % 3, q = (d + 2) % 3;
#pragma hydra parallel for
    for (int a = 0; a <= n[p] + 1; a++)
        for (int b = 0; b <= n[q] + 1; b++) {
            int x[3];
            x[d] = 0; x[p] = a; x[q] = b;
            c[x[0]][x[1]][x[2]] = v;
        }
}

int main(void)
{
    int *n = malloc(2 * sizeof *n), s = 0;
    n[0] = 9;
    n[1] = 11;
    int **a = malloc(9 * sizeof *a);
    for (int y = 0; y < 9; y++) a[y] = malloc(11 * sizeof(int));
    fill(a, n);
    for (int y = 0; y < 9; y++)
        for (int x = 0; x < 11; x++) s = s * 3 % 1000 + a[y][x];
    printf("%d\n", s);

    graph *g = malloc(sizeof *g);
    g->n = 40;
    g->deg = malloc(40 * sizeof *g->deg);
    g->adj = malloc(40 * sizeof *g->adj);
    for (int i = 0; i < 40; i++) {
        g->deg[i] = i % 5;
        g->adj[i] = malloc(5 * sizeof(int));
    }
    link(g);
    s = 0;
    for (int i = 0; i < 40; i++)
        for (int k = 0; k < g->deg[i]; k++) s = s * 3 % 1000 + g->adj[i][k];
    printf("%d\n", s);

    text *t = malloc(sizeof *t);
    t->n = 6;
    t->line = malloc(6 * sizeof *t->line);
    for (int i = 0; i < 6; i++) {
        t->line[i] = malloc(20);
        sprintf(t->line[i], "line %d", i * i);
    }
    shout(t);
    for (int i = 0; i < 6; i++) puts(t->line[i]);

    static double c[7][8][9];
    int m[3] = {4, 5, 6};
    for (int d = 0; d < 3; d++) side(c, m, d, d + 1);
    double sum = 0;
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 8; j++)
            for (int k = 0; k < 9; k++) sum += c[i][j][k] * (i + 3 * j + 5 * k + 1);
    printf("%g\n", sum);
    return 0;
}
