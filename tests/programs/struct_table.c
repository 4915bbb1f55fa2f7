// distributed: 30 41
// offloaded: 30 41
// A row table in a struct, used by serial code while a parallel loop uses the block below it.
#include <stdio.h>
#include <stdlib.h>
typedef struct {
    int n, m;
    double** row;
    double* mem;
} Table;
static Table* t_new(int n, int m) {
    Table* t = malloc(sizeof *t);
    t->n = n;
    t->m = m;
    t->mem = malloc(sizeof(double) * n * m);
    t->row = malloc(n * sizeof *t->row);
    for (int i = 0; i < n; i++)
        t->row[i] = t->mem + i * m;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            t->row[i][j] = i * 10 + j;
    return t;
}
int main(void) {
    Table* t = t_new(9, 11);
    double* acc = calloc(11, sizeof(double));
    int m = t->m;
    double* mem = t->mem;
#pragma hydra parallel for
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < m; j++)
            mem[i * m + j] *= 2;
    for (int i = 0; i < t->n; i++)
        for (int j = 0; j < t->m; j++)
            acc[j] += t->row[i][j];
    for (int i = 0; i < t->n; i++) {
        double* r = t->row[i];
        r[0] = i;
    }
#pragma hydra parallel for
    for (int j = 0; j < m; j++)
        acc[j] = acc[j] + mem[j];
    double s = 0;
    for (int j = 0; j < m; j++)
        s += acc[j] * (j + 1);
    printf("%g\n", s);
}
