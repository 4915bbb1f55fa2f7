// distributed: 31 74 99 119 126 144 150 154
// offloaded: 31 74 99 119 126 144 150 154
/* Alignments along anti-diagonals, in arrays of several kinds, with serial code that follows the best path back, reads
   single elements, and changes some between launches. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 70
#define M 53

static int score[N + 1][M + 1];
static int open_row[N + 1][M + 1], open_column[N + 1][M + 1];
static char first[N + 2], second[M + 2];

static int larger(int a, int b) { return a > b ? a : b; }

static void make_texts(unsigned seed)
{
    for (int i = 1; i <= N; i++)
        first[i] = "ACGT"[(seed = seed * 1103515245u + 12345u) >> 16 & 3];
    for (int i = 1; i <= M; i++)
        second[i] = "ACGT"[(seed = seed * 1103515245u + 12345u) >> 16 & 3];
}

static void local_alignment(void)
{
    for (int d = 2; d <= N + M; d++) {
        int lo = d > M ? d - M : 1, hi = d - 1 < N ? d - 1 : N;
#pragma hydra parallel for
        for (int i = lo; i <= hi; i++) {
            int j = d - i;
            int best = larger(0, score[i - 1][j - 1] + (first[i] == second[j] ? 2 : -1));
            best = larger(best, score[i - 1][j] - 1);
            score[i][j] = larger(best, score[i][j - 1] - 1);
        }
        if (d % 41 == 0)
            printf("%d: %d\n", d, score[(lo + hi) / 2][d - (lo + hi) / 2]);
    }
    int best = 0, bi = 0, bj = 0;
    for (int i = 1; i <= N; i++)
        for (int j = 1; j <= M; j++)
            if (score[i][j] > best) {
                best = score[i][j];
                bi = i;
                bj = j;
            }
    char path[N + M + 1];
    int steps = 0;
    while (score[bi][bj] > 0) {
        if (score[bi][bj] == score[bi - 1][bj - 1] + (first[bi] == second[bj] ? 2 : -1)) {
            path[steps++] = '\\';
            bi--;
            bj--;
        } else if (score[bi][bj] == score[bi - 1][bj] - 1) {
            path[steps++] = '|';
            bi--;
        } else {
            path[steps++] = '-';
            bj--;
        }
    }
    path[steps] = 0;
    printf("local %d from %d %d: %s\n", best, bi, bj, path);
}

/* Gaps cost more to begin than to go on: three arrays. By columns, so that the row counts down. */
static void affine_gaps(void)
{
    memset(score, 0, sizeof score);
    for (int d = 2; d <= N + M; d++) {
        int lo = d > N ? d - N : 1, hi = d - 1 < M ? d - 1 : M;
#pragma hydra parallel for
        for (int j = lo; j <= hi; j++) {
            int i = d - j;
            open_row[i][j] = larger(open_row[i][j - 1] - 1, score[i][j - 1] - 3);
            open_column[i][j] = larger(open_column[i - 1][j] - 1, score[i - 1][j] - 3);
            int best = score[i - 1][j - 1] + (first[i] == second[j] ? 3 : -2);
            score[i][j] = larger(0, larger(best, larger(open_row[i][j], open_column[i][j])));
        }
    }
    long sum = 0;
    for (int i = 0; i <= N; i++)
        for (int j = 0; j <= M; j++)
            sum = (sum * 31 + score[i][j] + 3 * open_row[i][j] + 5 * open_column[i][j]) % 1000000007;
    printf("affine %ld\n", sum);
}

/* A variable length array as a parameter, borders set in serial code. */
static int edit_distance(int n, int m, int cost[n + 1][m + 1])
{
    for (int i = 0; i <= n; i++)
        cost[i][0] = i;
    for (int j = 0; j <= m; j++)
        cost[0][j] = j;
    for (int d = 2; d <= n + m; d++) {
        int lo = d > m ? d - m : 1, hi = d - 1 < n ? d - 1 : n;
#pragma hydra parallel for
        for (int i = lo; i <= hi; i++) {
            int same = cost[i - 1][d - i - 1] + (first[i] != second[d - i]);
            int left = cost[i][d - i - 1] + 1, up = cost[i - 1][d - i] + 1;
            cost[i][d - i] = same < left ? same < up ? same : up : left < up ? left : up;
        }
        if (d == 60)
            cost[30][20]++; /* behind the front: read once more */
    }
    return cost[n][m];
}

/* One dimension, of which a part is aligned; rows of 1 beside it. */
static long flat(int n, int m, int offset)
{
    int w = m + 1;
    long *h = calloc((size_t)(n + 1) * w + offset, sizeof *h);
    long *low = h + offset;
    for (int d = 2; d <= n + m; d++) {
        int lo = d > m ? d - m : 1, hi = d - 1 < n ? d - 1 : n;
#pragma hydra parallel for
        for (int i = lo; i <= hi; i++) {
            long v = low[(i - 1) * w + d - i - 1] * 3 + low[(i - 1) * w + d - i] + low[i * w + d - i - 1] + i;
            low[i * w + d - i] = v % 10007;
        }
    }
    long sum = low[n * w + m];
#pragma hydra parallel for reduction(+:sum)
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= m; j++)
            sum += low[i * w + j] * (i + 2 * j);
    free(h);
    return sum;
}

/* Along diagonals the other way, two rows apart, and a band around the main one that all read. */
static double other_ways(void)
{
    static double a[N][N], band[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * 7 + j * 3) % 11 * 0.5;
            band[i][j] = (i + j) % 3;
        }
    for (int d = 1; d < N; d++) {
#pragma hydra parallel for
        for (int i = 0; i < N - d; i++)
            a[i][i + d] += a[i][i + d - 1] * 0.25 + band[i][i] + band[i + d][i + d];
    }
    for (int d = 3; d <= 3 * (N - 2); d++) {
        int lo = d - (N - 2) > 2 ? (d - (N - 2) + 1) / 2 : 1, hi = (d - 1) / 2 < N - 2 ? (d - 1) / 2 : N - 2;
#pragma hydra parallel for
        for (int i = lo; i <= hi; i++)
            a[i][d - 2 * i] = (a[i - 1][d - 2 * i] + a[i][d - 2 * i - 1] + a[i + 1][d - 2 * i + 1]) * 0.375;
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 3 && i + k < N; k++)
            band[i][i + k] = a[i][i + k] + k;
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum = sum * 0.99 + a[i][j] + band[i][j];
    return sum;
}

int main(void)
{
    static int cost[N + 1][M + 1];
    make_texts(1);
    local_alignment();
    affine_gaps();
    make_texts(2);
    local_alignment();
    printf("distance %d", edit_distance(N, M, cost));
    printf(" %d", edit_distance(M - 9, M, cost));
    printf(" %d\n", edit_distance(3, 2, cost));
    printf("flat %ld %ld %ld %ld\n", flat(61, 47, 0), flat(20, 64, 13), flat(40, 1, 2), flat(1, 40, 1));
    printf("others %.12g\n", other_ways());
    return 0;
}
