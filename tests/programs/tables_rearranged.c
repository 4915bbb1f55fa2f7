// distributed: 13 43
// offloaded: 13 43
// Tables changed by a function, by memcpy, by realloc'ed rows, and a table inside a structure inside a table.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { double **rows; int n, m; } grid;
static void reverse(double **t, int n) { for (int i = 0; i < n / 2; i++) { double *x = t[i]; t[i] = t[n - 1 - i]; t[n - 1 - i] = x; } }
static void smooth(grid *g, grid *h)
{
    int n = g->n, m = g->m;
#pragma hydra parallel for
    for (int i = 1; i < n - 1; i++)
        for (int j = 0; j < m; j++)
            h->rows[i][j] = (g->rows[i - 1][j] + g->rows[i + 1][j]) / 2 + i * 0.01;
}
int main(void)
{
    grid *g[2];
    for (int k = 0; k < 2; k++) {
        g[k] = malloc(sizeof(grid));
        g[k]->n = 22; g[k]->m = 9;
        g[k]->rows = malloc(22 * sizeof(double *));
        for (int i = 0; i < 22; i++) {
            g[k]->rows[i] = malloc(9 * sizeof(double));
            for (int j = 0; j < 9; j++) g[k]->rows[i][j] = (i * 5 + j * 3 + k) % 8;
        }
    }
    double **keep = malloc(22 * sizeof *keep);
    for (int t = 0; t < 9; t++) {
        smooth(g[t % 2], g[1 - t % 2]);
        if (t == 2) reverse(g[0]->rows, 22);
        if (t == 4) { memcpy(keep, g[1]->rows, 22 * sizeof *keep); memcpy(g[1]->rows, g[0]->rows, 22 * sizeof *keep); memcpy(g[0]->rows, keep, 22 * sizeof *keep); }
        if (t == 5) for (int i = 0; i < 22; i += 3) { g[0]->rows[i] = realloc(g[0]->rows[i], 40 * sizeof(double)); g[0]->rows[i][0] += 1; }
        if (t == 7) { free(g[1]->rows[4]); g[1]->rows[4] = calloc(9, sizeof(double)); }
    }
    double s = 0;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 22; i++)
            for (int j = 0; j < 9; j++) s += g[k]->rows[i][j] * (i + j + k + 1);
    printf("%.12g\n", s);
#pragma hydra parallel for reduction(+ : s)
    for (int i = 0; i < 22; i++)
        s += g[0]->rows[i][2] * g[1]->rows[21 - i][3];
    printf("%.10g\n", s);
    return 0;
}
