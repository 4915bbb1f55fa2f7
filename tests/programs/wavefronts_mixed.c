// deals: block, cyclic, block-cyclic:3
// distributed: 26 39 56 73 93 111 128
// offloaded: 26 39 56 73 93 111 128
/* Wavefronts in several directions over arrays that other loops, copies and serial code touch as rows, as bytes and as
   elements in between. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 47
#define M 61

static int score[N][M];
static double plate[N][N], copy[N][N];
static long chain[N][N];
static float cube[N][N][3];

static int larger(int a, int b) { return a > b ? a : b; }

/* Anti-diagonals i + j = d. */
static void align(int round)
{
    for (int d = 2; d <= N + M - 2; d++) {
        int first = d - (M - 1) > 1 ? d - (M - 1) : 1, last = d - 1 < N - 1 ? d - 1 : N - 1;
#pragma hydra parallel for
        for (int i = first; i <= last; i++) {
            int same = (i * 7 + round) % 5 == (d - i) * 3 % 5 ? 2 : -1;
            score[i][d - i] = larger(larger(score[i - 1][d - i - 1] + same, score[i - 1][d - i] - 1),
                                     larger(score[i][d - i - 1] - 1, 0));
        }
    }
}

/* Diagonals j = i + length, each from rows and columns inside. */
static void brackets(void)
{
    for (int length = 1; length < N; length++) {
#pragma hydra parallel for
        for (int i = 0; i < N - length; i++) {
            long best = 1L << 40;
            for (int k = i; k < i + length; k++) {
                long cost = chain[i][k] + chain[k + 1][i + length] + (i + 3) * (k % 7 + 1) * (length % 5 + 1);
                best = cost < best ? cost : best;
            }
            chain[i][i + length] = best;
        }
    }
}

static void relax(double (*a)[N])
{
    for (int front = 3; front <= 3 * (N - 2); front++) {
        int first = front - (N - 2) > 2 ? (front - (N - 2) + 1) / 2 : 1;
        int last = (front - 1) / 2 < N - 2 ? (front - 1) / 2 : N - 2;
#pragma hydra parallel for
        for (int i = first; i <= last; i++) {
            int j = front - 2 * i;
            a[i][j] = (a[i - 1][j - 1] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j] + a[i + 1][j] + a[i + 1][j + 1]) / 6.0;
        }
        if (front % 40 == 0)
            printf("front %d: %.12g\n", front, a[first][front - 2 * first]);
        if (front == 70)
            a[20][30] += 1.0;
    }
}

/* Backwards, along i - j = d, and whole innermost rows. */
static void descend(void)
{
    for (int d = N - 2; d > -(N - 1); d--) {
        int first = d > 0 ? d : 0, last = d > 0 ? N - 1 : N - 1 + d;
#pragma hydra parallel for
        for (int i = first; i <= last; i++)
            for (int c = 0; c < 3; c++)
                if (i + 1 < N)
                    cube[i][i - d][c] += 0.5f * cube[i + 1][i - d][c] + (float)c;
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            plate[i][j] = (i * 31 + j * 17) % 23;
            chain[i][j] = i == j ? 0 : -1;
            for (int c = 0; c < 3; c++)
                cube[i][j][c] = (float)((i + 2 * j + c) % 9);
        }
    for (int round = 0; round < 3; round++) {
        align(round);
        long all = 0;
#pragma hydra parallel for reduction(+ : all)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                all += score[i][j] * (j % 3 + 1);
        printf("scores %ld, last %d\n", all, score[N - 1][M - 1]);
    }

    brackets();
    printf("chain %ld %ld\n", chain[0][N - 1], chain[5][N / 2]);
    brackets();

    for (int t = 0; t < 3; t++) {
        relax(plate);
        if (t == 0) {
            memcpy(copy, plate, sizeof plate);
            memcpy(copy[3], plate[7], 5 * sizeof copy[0]);
        }
        /* rows */
#pragma hydra parallel for
        for (int i = 1; i < N - 1; i++)
            for (int j = 0; j < N; j++)
                copy[i][j] = 0.5 * copy[i][j] + 0.25 * (plate[i - 1][j] + plate[i + 1][j]);
        relax(copy);
    }
    for (int i = 0; i < N; i += 5)
        printf("%.12g %.12g %.12g\n", plate[i][i], copy[i][N - 1 - i], copy[N / 2][i]);

    /* a block that moves while its parts are here and there */
    double (*block)[N] = malloc(sizeof(double[N][N]));
    memcpy(block, copy, sizeof copy);
    relax(block);
    block = realloc(block, sizeof(double[N + 9][N]));
    memset(block[N], 0, sizeof(double[9][N]));
    relax(block);
    double sum = 0.0;
#pragma hydra parallel for reduction(+ : sum)
    for (int i = 0; i < N + 9; i++)
        for (int j = 0; j < N; j++)
            sum += block[i][j];
    printf("block %.8g %.12g\n", sum, block[N / 3][N / 2]);
    free(block);

    descend();
    descend();
    for (int i = 0; i < N; i += 7)
        printf("%.6g %.6g %.6g\n", cube[i][i][0], cube[i][N / 2][1], cube[N / 2][i][2]);
    unsigned long bits = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            bits = bits * 31 + (unsigned long)chain[i][j] + (unsigned long)(plate[i][j] * 1e6);
    printf("%lx\n", bits);
    return 0;
}
