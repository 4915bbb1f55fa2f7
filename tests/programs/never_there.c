// distributed: 27 36 44 56
// offloaded: 27 36 44 56
/* Members of structures that are only there when the loop around them runs: null pointers, freed ones, list ends. */
#include <stdio.h>
#include <stdlib.h>
#define N 30

typedef struct {
    int w, h;
    double *v;
} mat;
typedef struct node {
    struct node *next;
    mat *m;
    int count;
} node;
typedef struct {
    mat *levels[4];
    int used;
} pyramid;

static double out[N];

static void scale(mat *m, int rounds, double by)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int r = 0; r < rounds; r++)
            for (int x = 0; x < m->w; x++)
                out[i] += by * m->v[x % m->h];
}

static void walk(const node *list, int take)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int k = 0; k < take; k++)
            out[i] += list->next->m->v[i % list->next->m->w] + list->next->count;
}

static void climb(pyramid *p, int level)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        for (int l = 0; l < level; l++)
            for (int x = 0; x < p->levels[l]->w; x++)
                out[i] += p->levels[l]->v[x];
        if (level > 3)
            out[i] += p->levels[3]->v[i];
    }
}

static void choose(mat *const *table, const int *which, int n)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int k = 0; k < n; k++)
            if (which[k] >= 0)
                for (int x = 0; x < table[which[k]]->w; x++)
                    out[i] += table[which[k]]->v[x] * k;
}

static mat *make(int w, int h)
{
    mat *m = malloc(sizeof *m);
    m->w = w;
    m->h = h;
    m->v = malloc(sizeof(double) * w * h);
    for (int i = 0; i < w * h; i++)
        m->v[i] = i % 9 + 1;
    return m;
}

int main(void)
{
    mat *a = make(N, 4), *none = NULL, *wild = (mat *)(size_t)24, *gone = make(5, 5);
    free(gone->v);
    gone->v = NULL;
    scale(a, 2, 0.5);
    scale(none, 0, 1.0);
    scale(wild, 0, 1.0);
    gone->w = 0;
    scale(gone, 3, 1.0);
    free(gone);

    node last = {NULL, a, 3}, first = {&last, NULL, 1};
    walk(&first, 2);
    walk(&last, 0);
    walk(NULL, 0);

    pyramid p = {{a, make(8, 8), NULL, NULL}, 2};
    climb(&p, 2);
    climb(&p, 0);
    climb(NULL, 0);

    mat *table[3] = {a, NULL, p.levels[1]};
    int which[5] = {2, -1, 0, -1, 2};
    choose(table, which, 5);
    choose(NULL, NULL, 0);
    for (int i = 0; i < 5; i++)
        which[i] = -1;
    choose(NULL, which, 5);

    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += out[i] * (i + 1);
    printf("%.3f %.3f %.3f\n", sum, out[0], out[N - 1]);
    return 0;
}
