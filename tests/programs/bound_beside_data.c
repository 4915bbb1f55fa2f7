// distributed: 19 27
// offloaded: 27
// Loops bounded by a member of the struct in which the data lie that the loop writes.
#include <stdio.h>
#include <stdlib.h>

typedef struct vec {
    int n;
    double d[];
} vec;
struct fixed {
    double d[40];
    int from, n;
};

static void twice(vec *y)
{
#pragma hydra parallel for
    for (int i = 0; i < y->n; i++)
        y->d[i] *= 2;
}

static int fill(struct fixed *f)
{
    int i;
#pragma hydra parallel for
    for (i = f->from; i < f->n; i++)
        f->d[i] = i * 0.5;
    return i;
}

int main(void)
{
    vec *v = malloc(sizeof *v + 30 * sizeof(double));
    v->n = 30;
    for (int i = 0; i < v->n; i++)
        v->d[i] = i;
    twice(v);
    twice(v);
    struct fixed f = {{0}, 3, 37};
    int last = fill(&f);
    for (int i = 0; i < 30; i++)
        printf("%g %g\n", v->d[i], f.d[i + 5]);
    printf("%d\n", last);
    free(v);
    return 0;
}
