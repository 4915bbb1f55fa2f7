// distributed: 15 28 36 40 45 56 64
// replicated: 51
// offloaded: 15 28 36 40 45 56
// A history of rows that grows by a row a step; rows made and freed in parallel loops; static rows.
#include <stdio.h>
#include <stdlib.h>
static double r0[20], r1[20], r2[20];
static double *rows[] = {r0, r1, r2};
static double *const fixed[2] = {r0, r2};
struct level { struct { double *p; int n; } in[2]; };
static double sum_rows(const double *const *t, int k, int n)
{
    double s = 0;
#pragma hydra parallel for reduction(+ : s)
    for (int j = 0; j < n; j++)
        for (int i = 0; i < k; i++)
            s += t[i][j];
    return s;
}
int main(void)
{
    int n = 33, cap = 0, used = 0;
    double **hist = NULL, *cur = calloc(n, sizeof(double));
    for (int t = 0; t < 7; t++) {
        if (used == cap) { cap = cap ? 2 * cap : 2; hist = realloc(hist, cap * sizeof *hist); }
        hist[used++] = malloc(n * sizeof(double));
#pragma hydra parallel for
        for (int j = 0; j < n; j++) {
            cur[j] += j * 0.5 + (used > 1 ? hist[used - 2][n - 1 - j] : 1);
            hist[used - 1][j] = cur[j];
        }
        printf("%.10g\n", sum_rows((const double *const *)hist, used, n));
        if (t == 4) { free(hist[1]); hist[1] = calloc(n, sizeof(double)); }
    }
#pragma hydra parallel for
    for (int j = 0; j < 20; j++)
        for (int k = 0; k < 3; k++)
            rows[k][j] = k + j;
#pragma hydra parallel for
    for (int j = 0; j < 20; j++)
        fixed[0][j] += fixed[1][j] + rows[1][19 - j];
    struct level *lv = malloc(4 * sizeof *lv);
    for (int i = 0; i < 4; i++) for (int k = 0; k < 2; k++) { lv[i].in[k].n = 5 + i; lv[i].in[k].p = calloc(8, sizeof(double)); }
#pragma hydra parallel for
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 2; k++)
            for (int j = 0; j < lv[i].in[k].n; j++)
                lv[i].in[k].p[j] = i * 100 + k * 10 + j;
    int *made[12];
#pragma hydra parallel for
    for (int i = 0; i < 12; i++) {
        made[i] = malloc((i + 1) * sizeof(int));
        for (int j = 0; j <= i; j++) made[i][j] = i * j;
    }
#pragma hydra parallel for
    for (int i = 0; i < 12; i++)
        for (int j = 0; j <= i; j++) made[i][j] += 1;
    double s = 0;
    for (int i = 0; i < 12; i++) s += made[i][i / 2];
    for (int j = 0; j < 20; j++) s += r0[j] * (j + 1) + rows[2][j];
    for (int i = 0; i < 4; i++) for (int k = 0; k < 2; k++) s += lv[i].in[k].p[i + k];
    printf("%.10g\n", s);
#pragma hydra parallel for
    for (int i = 0; i < 12; i++) free(made[i]);
    return 0;
}
