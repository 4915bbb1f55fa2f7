// distributed: 21 38 42 49 56
// offloaded: 21 38 42 49 56
/* Stores behind conditions whose iterations are no range: the weights of a knapsack beside values of the row that the
   loop writes, remainders, and both around the edges of an array. */
#include <stdio.h>
#include <stdlib.h>

#define ITEMS 9
#define N 210

static int old_value[N], seen[N + 1];
static double edge[N], left[N], grid[30][14];

int main(void)
{
    int capacity = 120;
    int weight[ITEMS] = {5, 7, 11, 3, 13, 8, 2, 17, 6}, value[ITEMS] = {9, 12, 20, 4, 26, 13, 3, 30, 10};
    int *best = calloc((size_t)capacity + 1, sizeof *best), *next = calloc((size_t)capacity + 1, sizeof *next);
    for (int k = 0; k < ITEMS; k++) {
#pragma hydra parallel for
        for (int c = 0; c <= capacity; c++) {
            next[c] = best[c];
            if (c >= weight[k] && best[c - weight[k]] + value[k] > next[c])
                next[c] = best[c - weight[k]] + value[k];
        }
        int *swap = best;
        best = next;
        next = swap;
    }
    printf("%d %d\n", best[capacity], best[31]);

    for (int i = 0; i < N; i++) {
        old_value[i] = i * 17 % 23;
        edge[i] = i % 9;
    }
    for (int t = 0; t < 4; t++) {
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            if (i % 7 != 3)
                old_value[i] = old_value[i] * 3 % 101 + t;
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            if (i > 0 && i % 5 != t && (i % 3 == 1 || i % 7 > 4))
                left[i - 1] += edge[i] + old_value[i];
            if (i % 11 > t && i % 4 != 2 && i + 1 < N)
                seen[i + 1]++;
        }
#pragma hydra parallel for
        for (int r = 0; r < 30; r++)
            for (int c = 0; c < 14; c++)
                if ((r * 3 + c) % 5 != t && (c % 3 != 1 || r % 2 == 1))
                    grid[r][c] += old_value[r * 7 + c / 2] * 0.5;
    }
    /* Only what stands at its own iteration's place is written, but which place that is depends on remainders. */
#pragma hydra parallel for
    for (int i = 0; i < 30; i++)
        for (int c = 0; c < N; c++)
            if (c % 30 == i && c % 7 != 2)
                edge[c] = edge[c] + left[c] * i;
    double sum = 0;
    long count = 0;
    for (int i = 0; i < N; i++) {
        sum += edge[i] * (i + 1) + left[i] * (i % 13) + grid[i / 7][i % 14];
        count += (long)old_value[i] * i + seen[i] * 3;
    }
    printf("%.3f %ld\n", sum, count);
    free(best);
    free(next);
    return 0;
}
