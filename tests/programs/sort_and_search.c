// distributed: 39 53 64 76
// offloaded: 39 53
/* Sorting and searching with the library, in serial code and inside of iterations, also through an index that the
 * comparison looks up in another array. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 200
#define ROWS 12
#define COLS 15

struct item { double key; int from; };

static double weight[N];
static int index_of[N], compared;
static struct item items[N];
static int table[ROWS][COLS];

static int by_weight(const void *p, const void *q)
{
    int a = *(const int *)p, b = *(const int *)q;
    compared++;
    return weight[a] < weight[b] ? -1 : weight[a] > weight[b] ? 1 : a - b;
}

static int by_key(const void *p, const void *q)
{
    const struct item *a = p, *b = q;
    return (a->key > b->key) - (a->key < b->key);
}

static int ascending(const void *p, const void *q) { return *(const int *)p - *(const int *)q; }

int main(void)
{
    int i, hits = 0;
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        weight[i] = (i * 71 % 113) + i / 1000.0;
        items[i].key = weight[i] * 3;
        items[i].from = i;
    }
    for (i = 0; i < N; i++)
        index_of[i] = i;
    qsort(index_of, N, sizeof index_of[0], by_weight);
    qsort(items, N, sizeof(struct item), by_key);
    for (i = 0; i < N; i += 23)
        printf("%d %.3f %d\n", index_of[i], items[i].key, items[i].from);
    printf("counted: %d\n", compared > N);

#pragma hydra parallel for
    for (i = 0; i < N; i++)
        items[i].key = 2 * i;
    for (i = 0; i < 2 * N; i += 7) {
        struct item wanted = {i, 0};
        struct item *found = bsearch(&wanted, items, N, sizeof items[0], by_key);
        if (found)
            hits += found->from;
    }
    printf("hits %d\n", hits);

#pragma hydra parallel for
    for (i = 0; i < ROWS; i++) {
        for (int j = 0; j < COLS; j++)
            table[i][j] = (j * 7 + i * 3) % 17;
        qsort(table[i], COLS, sizeof(int), ascending);
    }
    for (i = 0; i < ROWS; i++) {
        for (int j = 0; j < COLS; j++)
            printf("%d ", table[i][j]);
        printf("\n");
    }
    int where[ROWS];
#pragma hydra parallel for
    for (i = 0; i < ROWS; i++) {
        int wanted = table[i][i % COLS];
        int *p = bsearch(&wanted, table[i], COLS, sizeof(int), ascending);
        where[i] = p ? *p == wanted : -1;
    }
    for (i = 0; i < ROWS; i++)
        printf("%d ", where[i]);
    printf("\n");
    return 0;
}
