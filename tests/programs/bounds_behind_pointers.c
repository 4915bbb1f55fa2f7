// distributed: 17 24 27 30
// offloaded: 17 24 27 30
// Bounds that are read through pointers, beside what the loop stores there.
#include <stdio.h>
#include <stdlib.h>

struct matrix {
    int rows, flags : 4, kind : 5;
    double *p;
    int *size;
    struct matrix *next;
};

static void first(int *a, const int *n)
{
#pragma hydra parallel for
    for (int i = 0; i < *n; i++)
        a[i] += i;
}

static void fill(struct matrix *m, int *to)
{
#pragma hydra parallel for
    for (int i = 0; i < (m->next != NULL ? m->next->size[1] : m->size[0]); i += m->size[2])
        to[i] = i;
#pragma hydra parallel for
    for (int i = 0; i < (int)m->p[2]; i++)
        m->p[i + 3] = i * 0.5;
#pragma hydra parallel for
    for (int i = 0; i < m->kind; i++)
        to[i] = -i;
}

int main(void)
{
    int *a = calloc(200, sizeof *a), sizes[3] = {60, 50, 2};
    double *p = calloc(100, sizeof *p);
    p[2] = 90;
    a[150] = 140;
    struct matrix m = {3, 1, 9, p, sizes, NULL}, n = {3, 1, 7, p, sizes, &m};
    first(a, sizes);
    first(a, &a[150]);
    fill(&m, a);
    fill(&n, a + 20);
    for (int i = 0; i < 200; i++)
        printf("%d%c", a[i], i % 20 == 19 ? '\n' : ' ');
    for (int i = 0; i < 100; i++)
        printf("%g%c", p[i], i % 20 == 19 ? '\n' : ' ');
    return 0;
}
