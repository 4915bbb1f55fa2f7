// ranks: 1 4
// hydracc: -Wall -Wextra -Wconversion -Wshadow -Werror
// deals: 4 grid, 6 grid:2x3, 5 grid:1x5, 7 grid, 6 grid
// distributed: 41 54 70 83 94
// offloaded: 41 54 70 83 94
/* All rounds of an inner loop read an element that one of them stores: earlier rounds find what it was, later ones what
 * it became. Ranks that share out the rounds agree on that. */
#include <stdio.h>

enum { N = 33, M = 26 };

static double d[N][M];
static long counts[N * M];

static void fill(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            d[i][j] = (double)((i * 7 + j * 5) % 9) / 16.0 - 0.2;
            counts[i * M + j] = (i * 3 + j) % 7;
        }
}

static void show(const char *what)
{
    double sum = 0.0;
    long all = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            sum += d[i][j] * (double)((i + 2 * j) % 5);
            all = (all * 31 + counts[i * M + j]) % 1000003;
        }
    printf("%s %.17g %ld\n", what, sum, all);
}

/* Round k changes what it reads. */
static void changes(void)
{
    for (int k = 0; k < M; k++) {
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            if (i != k)
                for (int j = 0; j < M; j++)
                    d[i][j] = 0.75 * d[i][j] + d[i][k] * d[k][j];
    }
    show("changes");
}

/* Only where the data say so, by way of a variable. */
static void perhaps(int n, int m)
{
    for (int k = 0; k < m; k++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            if (i != k)
                for (int j = 0; j < m; j++) {
                    long through = counts[i * m + k] + counts[k * m + j];
                    if (through > counts[i * m + j])
                        counts[i * m + j] = through % 97 + 1;
                }
    }
    show("perhaps");
}

/* A round that is not among them: nothing stores the element. */
static void outside(int from, int to)
{
    for (int k = 0; k < M; k++) {
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            if (i != k)
                for (int j = from; j < to; j++)
                    d[i][j] -= 0.25 * d[i][k] * d[k][j];
    }
    show("outside");
}

/* Elimination that starts with the column itself. */
static void eliminate(void)
{
    for (int k = 0; k < M; k++) {
#pragma hydra parallel for
        for (int i = k + 1; i < N; i++)
            for (int j = k; j < M; j++)
                d[i][j] = d[i][j] - d[i][k] * d[k][j];
    }
    show("eliminate");
}

/* Two rounds that are stored: they depend on each other. */
static void two(int k, int l)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            d[i][j] = d[i][j] * 0.5 + d[i][k] - d[i][l];
    show("two");
}

int main(void)
{
    fill();
    changes();
    perhaps(N, M);
    fill();
    outside(4, 9);
    outside(20, M);
    fill();
    eliminate();
    fill();
    two(3, 20);
    return 0;
}
