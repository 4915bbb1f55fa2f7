// ranks: 1 4 9 16
// deals: 12 auto, 9 block, 16 grid:2x8
// distributed: 26 36 45 58 68 77 92 113 117
// offloaded: 26 36 45 58 68 77 92 113 117
/* Loops in serial loops whose ranks form a grid without being asked, since a round of them moves less than half of what
 * it does by rows: shortest paths, stencils with exchanged and with copied arrays, wide arrays, steps until nothing
 * changes, arrays of several sizes; and beside them loops that go by rows, once or between two time loops. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double mixed(int n, int m, double (*a)[m])
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += a[i][j] * (double)((3 * i + 5 * j) % 11);
    return sum;
}

static void paths(int n, int parallel)
{
    int(*d)[n] = malloc(sizeof(int[n][n]));
    if (parallel) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                d[i][j] = i == j ? 0 : 1 + (i * 7 + j * 13) % 50;
    } else {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                d[i][j] = i == j ? 0 : 1 + (i * 7 + j * 13) % 50;
    }
    for (int k = 0; k < n; k++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            if (i != k)
                for (int j = 0; j < n; j++)
                    if (d[i][k] + d[k][j] < d[i][j])
                        d[i][j] = d[i][k] + d[k][j];
    }
    int longest = 0;
    long all = 0;
#pragma hydra parallel for reduction(max : longest) reduction(+ : all)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            all += d[i][j];
            if (d[i][j] > longest)
                longest = d[i][j];
        }
    printf("paths %d: %d %ld\n", n, longest, all);
    free(d);
}

static void relax(int n, int m, double (*to)[m], double (*from)[m])
{
#pragma hydra parallel for
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]) +
                       0.01 * (from[i - 1][j - 1] - from[i + 1][j + 1]);
}

/* By rows once at the end, since later columns need earlier ones. */
static void add_up(int n, int m, double (*a)[m])
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++)
            a[i][j] += a[i][j - 1];
}

static void plate(int n, int m, int steps, int more)
{
    double(*a)[m] = malloc(sizeof(double[n][m])), (*b)[m] = malloc(sizeof(double[n][m]));
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = b[i][j] = (double)((i * 5 + j * 3) % 17);
    for (int t = 0; t < steps; t++) {
        relax(n, m, b, a);
        double(*old)[m] = a;
        a = b;
        b = old;
        if (t == steps / 2)
            printf("in between %.17g\n", a[n / 2][m / 2]);
    }
    a[n / 3][m / 4] = 7.0;
    for (int t = 0; t < more; t++) {
        relax(n, m, b, a);
#pragma hydra parallel for
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                a[i][j] = b[i][j];
    }
    add_up(n, m, a);
    printf("plate %d x %d: %.17g\n", n, m, mixed(n, m, a));
    free(a);
    free(b);
}

/* Until nothing changes much: nobody knows how many rounds. */
static void settle(int n, int m)
{
    double(*u)[m] = calloc((size_t)n, sizeof *u), (*v)[m] = calloc((size_t)n, sizeof *v);
    int steps = 0;
    long moved = 1;
    for (int j = 0; j < m; j++)
        u[0][j] = v[0][j] = 64.0;
    while (moved > 0 && steps < 60) {
        moved = 0;
#pragma hydra parallel for
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                v[i][j] = floor(16.0 * 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1])) / 16.0;
#pragma hydra parallel for reduction(+ : moved)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++) {
                moved += u[i][j] != v[i][j];
                u[i][j] = v[i][j];
            }
        steps++;
    }
    printf("settled after %d steps: %.17g\n", steps, mixed(n, m, u));
    free(u);
    free(v);
}

int main(void)
{
    paths(40, 0);
    paths(33, 1);
    plate(48, 40, 20, 6);
    plate(8, 300, 9, 9);
    plate(48, 40, 1, 1);
    settle(24, 30);
    return 0;
}
