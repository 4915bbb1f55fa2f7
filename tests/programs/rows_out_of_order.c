// distributed: 63 71 80 92
// offloaded: 43 63 71 80 92
/* Elimination with rows exchanged by their pointers: they soon stand in no order. Then loops over rows in order, over
 * the same matrix and others, and a second system. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 48

static double **rows_of(int n, int m)
{
    double **rows = malloc(n * sizeof *rows);
    for (int i = 0; i < n; i++)
        rows[i] = malloc(m * sizeof **rows);
    return rows;
}

static void take_off(double *row, const double *pivot, int from, int to, double factor)
{
    for (int j = from; j < to; j++)
        row[j] -= factor * pivot[j];
}

static int exchange(double **a, int k)
{
    int best = k;
    for (int i = k + 1; i < N; i++)
        if (fabs(a[i][k]) > fabs(a[best][k]))
            best = i;
    double *row = a[k];
    a[k] = a[best];
    a[best] = row;
    return best != k;
}

static void solve(double **a, double *x)
{
    int exchanged = 0;
    for (int k = 0; k < N; k++) {
        exchanged += exchange(a, k);
#pragma hydra parallel for
        for (int i = k + 1; i < N; i++)
            take_off(a[i], a[k], k, N + 1, a[i][k] / a[k][k]);
    }
    for (int i = N - 1; i >= 0; i--) {
        x[i] = a[i][N];
        for (int j = i + 1; j < N; j++)
            x[i] -= a[i][j] * x[j];
        x[i] /= a[i][i];
    }
    printf("%d exchanged\n", exchanged);
}

int main(void)
{
    double **a = rows_of(N, N + 1), **kept = rows_of(N, N + 1), **first = malloc(N * sizeof *first);
    double x[N], off[N], scale[N];

    for (int round = 0; round < 2; round++) {
        unsigned seed = 7 + round;
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            scale[i] = 1.0 + i % 3;
        for (int i = 0; i < N; i++)
            for (int j = 0; j <= N; j++) {
                seed = seed * 1103515245u + 12345u;
                a[i][j] = (double)((seed >> 8) % 2000) / 1000.0 - 1.0;
            }
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            for (int j = 0; j <= N; j++) {
                a[i][j] *= scale[i];
                kept[i][j] = a[i][j];
            }
        for (int i = 0; i < N; i++)
            first[i] = a[i];
        solve(a, x);
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            off[i] = kept[i][N];
            for (int j = 0; j < N; j++)
                off[i] -= kept[i][j] * x[j];
        }
        double worst = 0;
        for (int i = 0; i < N; i++)
            worst = fmax(worst, fabs(off[i]));
        printf("%.12g %.12g %s\n", x[0], x[N - 1], worst < 1e-9 ? "solved" : "not solved");
        for (int i = 0; i < N; i++) /* in the order they came in */
            a[i] = first[i];
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            for (int j = 0; j <= N; j++)
                a[i][j] += 0.5;
        printf("%.12g %.12g\n", a[0][N], a[N - 1][0]);
    }
    return 0;
}
