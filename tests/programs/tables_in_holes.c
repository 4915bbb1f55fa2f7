// distributed: 37 46
// offloaded: 46
/* Rows that are one block for the runtime, one of which is freed; a new table of pointers comes to lie in its place, and
 * its rows are chosen by data. */
#include <stdio.h>
#include <stdlib.h>

#define N 40
#define M 33

static double **rows, around[N][M];
static int order[N];

static double **fresh(void)
{
    double **all = malloc(N * sizeof *all);
    for (int i = 0; i < N; i++)
        all[i] = malloc(M * sizeof **all);
    return all;
}

int main(void)
{
    rows = fresh();
    for (int i = 0; i < N; i++) {
        order[i] = (i * 7) % N;
        for (int j = 0; j < M; j++)
            rows[i][j] = (i * 7 + j * 3) % 11;
    }
    for (int round = 0; round < 4; round++) {
        double *other = malloc(M * sizeof *other);
        for (int j = 0; j < M; j++)
            other[j] = rows[30][j];
        free(rows[30]);
        rows[30] = other;
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                rows[order[i]][j] = 0.5 * rows[order[i]][j] + i;
        double **copy = fresh();
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                copy[i][j] = rows[i][j];
        rows = copy;
#pragma hydra parallel for
        for (int i = 1; i < N - 1; i++)
            for (int j = 0; j < M; j++)
                around[i][j] = rows[i - 1][j] + rows[i + 1][j];
    }
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int j = 0; j < M; j++)
            sum += rows[i][j] * (j + 1) + around[i][j];
        printf("%d %g\n", i, sum);
    }
    return 0;
}
