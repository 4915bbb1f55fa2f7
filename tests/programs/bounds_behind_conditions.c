// distributed: 17 32 35 39
// offloaded: 32 35 39
// Loops whose bound may be looked at only where another condition holds: a null pointer, the edge of an array.
#include <stdio.h>
#include <stdlib.h>

enum { N = 40 };
struct part {
    int n;
    int v[30];
};
static int total[N];

static void add(const struct part *p)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int j = 0; p && j < p->n; j++)
            total[i] += p->v[j];
}

int main(void)
{
    static struct part some;
    some.n = 5;
    for (int i = 0; i < 30; i++)
        some.v[i] = i;
    add(&some);
    add(NULL);
    int *count = malloc(N * sizeof *count);
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        count[i] = i % 5;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int j = 0; i > 0 && j < count[i - 1]; j++)
            total[i] += j;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int j = 0; i < N - 1 && j < count[i + 1]; j++)
            total[i] += 10 * j;
    for (int i = 0; i < N; i++)
        printf("%d ", total[i]);
    puts("");
    free(count);
    return 0;
}
