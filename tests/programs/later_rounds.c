// distributed: 31 39 46 54 64 77 84 92 98
// offloaded: 31 39 46 54 64 77 84 92 98
// Inner loops one of whose rounds stores what all of them read: devices run that round last, and the rounds behind it
// reckon with what it is going to store. In all forms here it really changes the element (d[k][k] is not neutral).
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 61

static double grid[N][N];
static long sums[N][N];
static int a[N][N], least[N][N];
static double outside[N][N], guarded[N][N], called[N][N];

static inline int lesser(int x, int y) { return x < y ? x : y; }

int main(void)
{
    int n = N;
    double *d = malloc(sizeof(double) * N * N);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            d[i * n + j] = (i * 37 + j * 11) % 101 - (i == j ? 60 : 3);
            a[i][j] = (i * 7 + j * 5) % 9 - 4;
            grid[i][j] = (i * 3 + j * 29) % 83 - (i == j ? 40 : 0);
            sums[i][j] = i + 2 * j;
        }
    for (int k = 0; k < n; k += 3) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            if (i != k)
                for (int j = 0; j < n; j++) {
                    double through = d[i * n + k] * 0.5 + d[k * n + j];
                    d[i * n + j] = through < d[i * n + j] ? through : d[i * n + j];
                }
        /* The round is one of the loop's for some k only. */
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            if (i != k)
                for (int j = 20; j < n - 9; j++)
                    d[i * n + j] = d[i * n + j] + 0.125 * d[i * n + k] - d[k * n + j] * 0.0625;
    }
    for (int k = 0; k < N; k += 11) {
#pragma hydra parallel for
        for (int i = k + 1; i < N; i++)
            for (int j = k; j < N; j++)
                a[i][j] -= a[i][k] * a[k][j] % 5;
    }

    /* A condition in place of the choice, and a static array of two dimensions. */
    for (int k = 0; k < N; k++) {
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            if (i != k)
                for (int j = 0; j < N; j++)
                    if (grid[i][k] + grid[k][j] < grid[i][j])
                        grid[i][j] = grid[i][k] + grid[k][j];
    }

    /* Nothing else is read, and each round adds what its row's element has. */
    for (int k = 0; k < N; k += 20) {
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            for (int j = 1; j < N - 1; j++)
                sums[i][j] = sums[i][j] + 3 * sums[i][k];
    }

    /* Through functions, with the element read in front of the loop, and in a condition around it. */
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            least[i][j] = (i * 37 + j * 11) % 101 - (i == j ? 30 : 0);
            outside[i][j] = guarded[i][j] = called[i][j] = least[i][j];
        }
    for (int k = 0; k < N; k++) {
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            if (i == k)
                continue;
            for (int j = 0; j < N; j++)
                least[i][j] = lesser(least[i][j], least[i][k] / 2 + least[k][j] % 1000);
        }
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            if (i != k) {
                double before = outside[i][k] * 0.25;
                for (int j = 0; j < N; j++)
                    if (before + outside[k][j] < outside[i][j])
                        outside[i][j] = before + outside[k][j];
            }
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            if (i != k && guarded[i][k] < 90)
                for (int j = 0; j < N; j++)
                    if (guarded[i][k] * 0.5 + guarded[k][j] < guarded[i][j])
                        guarded[i][j] = guarded[i][k] * 0.5 + guarded[k][j];
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            if (i != k)
                for (int j = 0; j < N; j++)
                    called[i][j] = fmin(called[i][j], (double)(float)called[i][k] * 0.5 + called[k][j]);
    }

    double total = 0;
    long whole = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            total += d[i * n + j] * (1 + (i + 2 * j) % 7) + grid[i][j] * (1 + (3 * i + j) % 5);
            total += outside[i][j] + guarded[i][j] * (1 + j % 3) + called[i][j] * (1 + i % 3);
            whole += a[i][j] * (1L + (i + j) % 11) + sums[i][j] % 1000003 * (1 + (i * 2 + j) % 13);
            whole += least[i][j] * (1L + (i + j) % 7);
        }
    printf("%.10g %ld\n", total, whole);
    printf("%.6f %.6f %d %ld\n", d[5 * n + 9], grid[N - 1][2], a[N - 1][N - 1], sums[7][40]);
    free(d);
    return 0;
}
