// Loops whose scalars are others at each launch: their plans are made anew, are not kept, and what arrays then hold is
// known by what came before. Rounds of them begin again with the same arrays, with fresh ones, with swapped ones, and
// with serial reads, writes and other loops in between.
// args: 90 5
// args: 37 9
// ranks: 1 2 3 4 5 7 8
// distributed: 17 29 43 56 92 104
// offloaded: 17 29 43 56 92 104
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void eliminate(int n, double (*a)[n], int from, int step)
{
    for (int k = from; k < n - 1; k += step) {
#pragma hydra parallel for
        for (int i = k + 1; i < n; i++) {
            a[i][k] /= a[k][k];
            for (int j = k + 1; j < n; j++)
                a[i][j] -= a[i][k] * a[k][j];
        }
    }
}

static void shortest(int n, long *d)
{
    for (int k = 0; k < n; k++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            if (i != k)
                for (int j = 0; j < n; j++) {
                    long through = d[i * n + k] + d[k * n + j];
                    d[i * n + j] = through < d[i * n + j] ? through : d[i * n + j];
                }
    }
}

/* Rows from the top to the bottom: each from the one before it. */
static void sweep(int n, double (*a)[n], double (*b)[n], int round)
{
    for (int r = 1; r < n; r++) {
#pragma hydra parallel for
        for (int j = 1; j < n - 1; j++)
            a[r][j] = 0.25 * (a[r - 1][j] + b[r][j - 1] + b[r][j + 1] + (r + round) % 5);
        if (r % 7 == 0) {
            double (*c)[n] = a;
            a = b;
            b = c;
        }
    }
}

static void fill(int n, double (*a)[n], int seed)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = i == j ? n + seed : (double)((i * 3 + j * 7 + seed) % 11) / 11.0;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 90, rounds = argc > 2 ? atoi(argv[2]) : 5;
    double (*a)[n] = malloc(sizeof(double[n][n])), (*b)[n] = calloc(n, sizeof(double[n]));
    long *d = malloc(sizeof(long) * n * n);
    fill(n, a, 1);
    for (int i = 0; i < n * n; i++)
        d[i] = i % (n + 1) == 0 ? 0 : 1 + (i * 37 + i / n * 11) % 101;
    for (int round = 0; round < rounds; round++) {
        if (round % 3 == 0) {
            fill(n, a, round);
        } else if (round % 3 == 1) { // the same, from memory that nobody has seen
            free(a);
            a = malloc(sizeof(double[n][n]));
            for (int i = 0; i < n * n; i++)
                ((double *)a)[i] = i % (n + 1) == 0 ? 2.0 * n : (i % 13) / 13.0;
        } else {
            for (int i = 0; i < n; i++)
                a[i][i] = 3.0 * n;
        }
        eliminate(n, a, 0, 1);
        printf("%.10g %.10g\n", a[n - 1][n - 1], a[n / 2][n / 3]);
        eliminate(n, a, round % 4, 2);
        for (int k = 0; k < n; k += 5) // looked at row by row
            if (a[k][k] > 1e6)
                printf("large %d %.6g\n", k, a[k][k]);
        sweep(n, b, a, round % 2);
        shortest(n, d);
        d[round * n + round + 1] = 1 + round % 3;
        long sum = 0;
#pragma hydra parallel for reduction(+ : sum)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                sum += d[i * n + j] * (1 + (i + j) % 3);
        printf("%ld\n", sum);
        if (round % 2 == 1) {
            double (*c)[n] = a;
            a = b;
            b = c;
        }
    }
    double all = 0;
#pragma hydra parallel for reduction(+ : all)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            all += a[i][j] + 2 * b[i][j];
    printf("%.8g\n", all);
    free(a);
    free(b);
    free(d);
    return 0;
}
