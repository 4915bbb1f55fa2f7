// ranks: 1 2 3 4
// deals: 4 grid, 3 block-cyclic:20
// distributed: 29 34 40 55 62 74 81 92 96 101 108 113
// offloaded: 29 34 40 55 62 74 81 92 96 101 108 113
// Columns dealt out, of arrays so large that a device is to have no more of their rows than it needs: halos, borders
// first, blocks whose rows begin anywhere in a cache line, planes, transposes, a column that all read, parts that
// shrink, records, and serial code and copies in between.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 203
#define M 311

typedef struct {
    short kind;
    float weight;
    char mark;
} Cell;

static long heat[2][N][M];
static int volume[2][12][31][M];
static Cell cells[N][M];
static long square[M][M], turned[M][M];

static void spread(int steps)
{
#pragma hydra parallel for
    for (int j = 0; j < M; j++) {
        heat[0][0][j] = heat[1][0][j] = j * 17 % 101;
        heat[0][N - 1][j] = heat[1][N - 1][j] = j * 29 % 103;
    }
#pragma hydra parallel for
    for (int j = 0; j < M; j++)
        for (int i = 1; i < N - 1; i++)
            heat[0][i][j] = heat[1][i][j] = (i * 31 + j * 7) % 1009;
    for (int t = 0; t < steps; t++) {
        int now = t % 2, next = 1 - now;
#pragma hydra parallel for
        for (int j = 2; j < M - 3; j++)
            for (int i = 1; i < N - 1; i++)
                heat[next][i][j] = (heat[now][i - 1][j] * 3 + heat[now][i + 1][j] + heat[now][i][j - 2] * 5 +
                                    heat[now][i][j + 3] + heat[now][i][j]) %
                                   1009;
        if (t == 2) // of the row that each rank has a part of
            heat[next][N / 2][M / 2] += 1 + heat[next][N / 3][M - 4];
        if (t == 4)
            memcpy(heat[next][7], heat[next][N - 9], sizeof heat[0][0]);
    }
}

static void planes(int steps)
{
#pragma hydra parallel for
    for (int k = 0; k < M; k++)
        for (int i = 0; i < 12; i++)
            for (int j = 0; j < 31; j++)
                volume[0][i][j][k] = volume[1][i][j][k] = i * 5 + j * 3 + k;
    for (int t = 0; t < steps; t++) {
        int now = t % 2, next = 1 - now;
#pragma hydra parallel for
        for (int k = 1; k < M - 1; k++)
            for (int i = 1; i < 11; i++)
                for (int j = 1; j < 30; j++)
                    volume[next][i][j][k] = (volume[now][i - 1][j][k] + volume[now][i][j + 1][k] * 2 +
                                             volume[now][i][j][k - 1] + volume[now][i][j][k + 1] * 3) %
                                            4099;
    }
}

static void records(void)
{
#pragma hydra parallel for
    for (int j = 0; j < M; j++)
        for (int i = 0; i < N; i++) {
            cells[i][j].kind = (short)(i % 5);
            cells[i][j].mark = (char)('a' + j % 26);
        }
    for (int round = 0; round < 3; round++) {
#pragma hydra parallel for
        for (int j = 0; j < M; j++)
            for (int i = 0; i < N; i++)
                if (cells[i][j].kind != round)
                    cells[i][j].weight += (float)(cells[i][j].mark - 'a' + round);
    }
}

// Rows and columns take turns, all read column k, and the part of the columns that is left shrinks.
static void squares(long *a, long *b, int n)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i * n + j] = (i * 13 + j * 5) % 97;
#pragma hydra parallel for
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            b[i * n + j] = a[j * n + i] + 1;
    for (int k = 3; k < n; k += 61) {
#pragma hydra parallel for
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++)
                if (j != k)
                    b[i * n + j] = (b[i * n + j] + b[i * n + k] * a[k * n + j]) % 10007;
    }
    for (int k = 0; k < n - 1; k += 50) {
#pragma hydra parallel for
        for (int j = k + 1; j < n; j++)
            for (int i = j; i < n; i++)
                a[i * n + j] = (a[i * n + j] * 3 + b[i * n + j]) % 10007;
    }
#pragma hydra parallel for
    for (int j = 0; j < n; j++) {
        long *column = b + j;
        for (int i = 1; i < n; i++)
            column[i * n] += column[(i - 1) * n] % 7;
    }
}

static void show(const char *name, const void *data, size_t bytes)
{
    const unsigned char *at = data;
    unsigned long sum = 5381;
    for (size_t i = 0; i < bytes; i++)
        sum = sum * 33 + at[i];
    printf("%s %lx\n", name, sum);
}

int main(void)
{
    spread(9);
    planes(4);
    records();
    squares(&square[0][0], &turned[0][0], M);
    show("heat", heat, sizeof heat);
    show("volume", volume, sizeof volume);
    double weights = 0;
    long marks = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            weights += cells[i][j].weight * (float)(i % 3 + 1);
            marks += cells[i][j].kind * cells[i][j].mark;
        }
    printf("cells %.1f %ld\n", weights, marks);
    show("square", square, sizeof square);
    show("turned", turned, sizeof turned);
    return 0;
}
