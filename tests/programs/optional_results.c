// distributed: 52 59 62
// offloaded: 52 59 62
// Helpers with results that a caller may leave out by NULL, in loops.
#include <stdio.h>
#include <stdlib.h>

static double nearest(const double *x, int n, double at, int *which, double *second)
{
    double best = 1e9, next = 1e9;
    int found = -1;
    for (int k = 0; k < n; k++) {
        double d = (x[k] - at) * (x[k] - at);
        if (d < best) {
            next = best;
            best = d;
            found = k;
        } else if (d < next) {
            next = d;
        }
    }
    if (which)
        *which = found;
    if (second != NULL)
        *second = next;
    return best;
}

/* Counts in a cell of the caller's, if there is one. */
static int divide(int a, int b, int *rest)
{
    if (rest)
        *rest = a % b;
    return a / b;
}

static void fill(double *row, const double *from, int n, double scale)
{
    for (int j = 0; j < n; j++)
        row[j] = from ? from[j] * scale : scale;
}

int main(void)
{
    enum { N = 50, M = 8 };
    static double sites[12], dist[N], gap[N], table[N][M], base[M];
    static int cell[N], rest[N];
    for (int k = 0; k < 12; k++)
        sites[k] = k * k * 0.37;
    for (int j = 0; j < M; j++)
        base[j] = j + 0.5;
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        int m = -1;
        dist[i] = nearest(sites, 12, i * 0.9, &m, NULL) - nearest(sites, 12, i * 0.1, NULL, NULL);
        cell[i] = m;
        nearest(sites, 12, i * 1.1, NULL, &gap[i]);
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        rest[i] = divide(i * 7, 5, NULL) + divide(i, 3, (int *)0) + divide(i * 3, 4, &cell[i]);
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        if (i % 2)
            fill(table[i], base, M, i);
        else
            fill(table[i], NULL, M, i);
    }
    for (int i = 0; i < N; i += 7)
        printf("%.4f %.4f %d %d %.1f %.1f\n", dist[i], gap[i], cell[i], rest[i], table[i][0], table[i][M - 1]);
    return 0;
}
