// distributed: 24 51 62 74 90
// offloaded: 24 51 90
// Shared scalars that iterations only store into keep what the last storing iteration left; flags, positions, records.
#include <stdbool.h>
#include <stdio.h>

#define N 3000

struct best {
    int at;
    double value;
    struct { short row, col; } where;
};

static int key[N];
static int last_seven = -1;
static double grid[60][50];

static void search(int from, int to, int wanted, int *result)
{
    int pos = -1;
    bool seen = false;
#pragma hydra parallel for
    for (int i = from; i < to; i++)
        if (key[i] == wanted) {
            pos = i;
            seen = true;
        }
    result[0] = pos;
    result[1] = seen;
}

int main(void)
{
    int result[2], changed = 0, edge = 5, never = 42;
    struct best b = {-1, -1.0, {-1, -1}}, whole = {0, 0, {0, 0}};
    unsigned int u;
    double x0 = 0, middle = 0;
    for (int i = 0; i < N; i++)
        key[i] = i * 37 % 1001;

    for (int wanted = 0; wanted < 1003; wanted += 167) {
        search(0, N, wanted, result);
        printf("%d:%d,%d ", wanted, result[0], result[1]);
        search(100, 900, wanted, result);
        printf("%d,%d ", result[0], result[1]);
    }
    printf("\n");

#pragma hydra parallel for
    for (int i = N - 1; i >= 0; i -= 2) {
        if (key[i] % 7 == 0)
            last_seven = key[i];
        if (i == N / 2)
            x0 = i * 0.5;
        if (key[i] > 5000)
            never = i;
    }
    printf("%d %.1f %d\n", last_seven, x0, never);

#pragma hydra parallel for
    for (int i = N - 1; i > 0; i--) {
        if (key[i] < 20)
            b.at = i;
        if (key[i] > 980)
            b.value = key[i];
        for (int k = 0; k < 3; k++)
            if (key[i] % 11 == k)
                b.where.row = (short)k;
    }
    printf("%d %.1f %d %d\n", b.at, b.value, b.where.row, b.where.col);

#pragma hydra parallel for
    for (u = 0; u < 60; u++) {
        for (int j = 0; j < 50; j++) {
            grid[u][j] = (u * 50 + j) % 91;
            if (grid[u][j] == 17) {
                struct best hit = {(int)u * 50 + j, grid[u][j], {(short)u, (short)j}};
                whole = hit;
            }
        }
        middle = u;
        changed = 1;
    }
    printf("%d %.1f %d %d %.1f %d %u\n", whole.at, whole.value, whole.where.row, whole.where.col, middle, changed, u);

    for (int round = 0; changed; round++) { /* until nothing changes */
        changed = 0;
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            if (key[i] > 10) {
                key[i] /= 2;
                changed = round + 1;
            }
        printf("%d ", changed);
    }
#pragma hydra parallel for
    for (int i = 5; i < 5; i++)
        edge = i;
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += key[i];
    printf("\n%d %ld\n", edge, sum);
    return 0;
}
