// distributed: 32
// offloaded: 15 32
/* Tables that are arrays of pointers, local and static, handed to functions that may or may not write behind them: the
   rows of one block in any order, rows of their own, rows that change places. */
#include <stdio.h>
#include <stdlib.h>

#define N 23

static long *fixed[N];

static void relax(int n, long *d[], int k)
{
    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = k; j < n; j++)
            if (d[i][j] > i + k)
                d[i][j] -= i;
}

static void swap(long **d, int a, int b)
{
    long *row = d[a];
    d[a] = d[b];
    d[b] = row;
}

static long digest(int n, long *const *d)
{
    long sum = 0;
    #pragma hydra parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += d[i][j] * (i + 2 * j);
    return sum;
}

static void fill(int n, long **d, int seed)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            d[i][j] = (i * 31 + j * 17 + seed) % 97;
}

/* handed on once, and used by itself more often than that */
static void once(void)
{
    long *block = malloc(N * N * sizeof *block), *rows[N];
    for (int i = 0; i < N; i++)
        rows[i] = block + i * N;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            rows[i][j] = i ^ j;
    relax(N, rows, 2);
    for (int i = 0; i < N; i += 5)
        printf("%ld %ld\n", rows[i][i], rows[i][N - 1]);
    free(block);
}

int main(void)
{
    once();
    long *block = malloc(N * N * sizeof *block), *turned[N], *own[N];
    for (int i = 0; i < N; i++) {
        turned[i] = block + (N - 1 - i) * N;
        own[i] = malloc(N * sizeof **own);
        fixed[i] = malloc((N + i % 3) * sizeof **fixed);
    }
    fill(N, turned, 1);
    fill(N, own, 2);
    fill(N, fixed, 3);
    for (int k = 0; k < N; k++) {
        relax(N, turned, k);
        relax(N, own, k);
        relax(N, fixed, k);
        if (k % 4 == 1)
            swap(turned, k, (k * 5) % N);
        if (k % 5 == 2)
            swap(own, k, N - 1 - k);
        swap(fixed, 0, k);
        printf("%ld %ld %ld\n", digest(N, turned), digest(N, own), digest(N, fixed));
    }
    for (int j = 0; j < N; j++)
        printf("%ld%c", turned[j][N - 1 - j] + own[3][j] + fixed[N - 1][j], j == N - 1 ? '\n' : ' ');
    for (int i = 0; i < N; i++) {
        free(own[i]);
        free(fixed[i]);
    }
    free(block);
    return 0;
}
