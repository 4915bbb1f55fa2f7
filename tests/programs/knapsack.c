// distributed: 19 38 59 74 83
// offloaded: 19 38 59 74 83
/* Knapsacks: how far a row is read from its own element stands in another array, whose element is the same for the whole
 * launch; what is stored has the same type. In two rows that change places, in a table of all rows, through a function,
 * and with a table of weights that a parallel loop fills.
 */
#include <stdio.h>
#include <stdlib.h>

enum { items = 12, room = 90 };
static int weight[items], value[items];
static long best[items + 1][room + 1];

static int two_rows(const int *w, const int *v)
{
    int *old = calloc(room + 1, sizeof *old), *next = calloc(room + 1, sizeof *next);
    for (int i = 0; i < items; i++) {
#pragma hydra parallel for
        for (int c = 0; c <= room; c++) {
            next[c] = old[c];
            if (c >= w[i] && old[c - w[i]] + v[i] > next[c])
                next[c] = old[c - w[i]] + v[i];
        }
        int *t = old;
        old = next;
        next = t;
    }
    int result = old[room] * 1000 + old[room / 3];
    free(old);
    free(next);
    return result;
}

static long table(void)
{
    for (int i = 1; i <= items; i++) {
#pragma hydra parallel for
        for (int c = 0; c <= room; c++) {
            long without = best[i - 1][c];
            long with = c < weight[i - 1] ? 0 : best[i - 1][c - weight[i - 1]] + value[i - 1];
            best[i][c] = with > without ? with : without;
        }
    }
    return best[items][room];
}

static void relax(int *to, const int *from, const int *w, int i, int c)
{
    to[c] = from[c] + (c >= w[i] ? from[c - w[i]] : 0);
}

/* In how many ways a sum can be had. */
static int ways(void)
{
    static int a[room + 1], b[room + 1];
    a[0] = 1;
    for (int i = 0; i < items; i++) {
#pragma hydra parallel for
        for (int c = 0; c <= room; c++)
            relax(i % 2 == 0 ? b : a, i % 2 == 0 ? a : b, weight, i, c);
    }
    return a[room] * 100 + a[room / 2];
}

/* What is stored into is the table of distances itself: elements behind those that are looked at. */
static int own(void)
{
    int d[room + 1];
    for (int c = 0; c <= room; c++)
        d[c] = c % 11 + 1;
    int *distance = d;
    for (int i = 0; i < 6; i++) {
#pragma hydra parallel for
        for (int c = 20; c <= room; c++)
            d[c] = d[c] * 2 % 17 + distance[i];
    }
    return d[room] + 100 * d[25];
}

int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < items; i++) {
        weight[items - 1 - i] = 3 + i * 7 % 13;
        value[i] = 5 + i * 11 % 17;
    }
    printf("%d\n", two_rows(weight, value));
    printf("%ld\n", table());
    printf("%d\n", ways());
    printf("%d\n", own());
    return 0;
}
