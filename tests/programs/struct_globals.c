// distributed: 49 60
// offloaded: 60
// Pointers in a global struct that is also reached by its address; a global table of rows.
#include <stdio.h>
#include <stdlib.h>
typedef struct {
    double* a;
    int n;
} G;
static G g, *gp = &g;
static int* rows;
static double* spare;
static double** table;
static void set(G* p, double v) {
    for (int i = 0; i < p->n; i++) {
        p->a[i] = v;
        if (i == 10) {
            double* t = g.a;
            g.a = spare;
            spare = t;
        }
    }
}
static void both(double** pp, int n) {
    for (int i = 0; i < n; i++) {
        (*pp)[i] += 1;
        if (i == 3)
            spare = g.a;
    }
}
static void tab(int n, int m) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            table[i][j] = i - j;
    table[1] = table[0];
    for (int j = 0; j < m; j++)
        table[1][j] += 5;
}
int main(void) {
    g.n = 20;
    g.a = calloc(20, sizeof(double));
    spare = calloc(20, sizeof(double));
    table = malloc(4 * sizeof *table);
    for (int i = 0; i < 4; i++)
        table[i] = calloc(6, sizeof(double));
    for (int t = 0; t < 3; t++) {
        double *x = g.a, *y = spare;
#pragma hydra parallel for
        for (int i = 0; i < 20; i++) {
            x[i] += i;
            if (y != x)
                y[i] -= i;
        }
        set(gp, t);
        both(&g.a, 20);
        both(&spare, 20);
        tab(4, 6);
        double* r = table[2];
#pragma hydra parallel for
        for (int j = 0; j < 6; j++)
            r[j] *= 3;
    }
    for (int i = 0; i < 20; i++)
        printf("%g %g ", g.a[i], spare[i]);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 6; j++)
            printf("%g ", table[i][j]);
    puts("");
    (void)rows;
}
