// distributed: 68 77 82 96 106 116 127
/* Loops that read what only their data lead to (lists, trees, texts, rows of rows): where serial code alone writes that,
   where loops have written it, and where it has come from there in some other way. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 700 };

struct node {
    double value;
    struct node *next, *less, *more;
    const char *name;
};

static struct node *insert(struct node *t, struct node *new)
{
    if (!t)
        return new;
    if (new->value < t->value)
        t->less = insert(t->less, new);
    else
        t->more = insert(t->more, new);
    return t;
}

static double nearest(const struct node *t, double x)
{
    double best = 1e9;
    while (t) {
        double d = t->value - x;
        if (d * d < best)
            best = d * d;
        t = x < t->value ? t->less : t->more;
    }
    return best;
}

static double along(const struct node *t, int steps)
{
    double s = 0;
    for (; t && steps > 0; t = t->next, steps--)
        s += t->value * steps + (t->name ? strlen(t->name) : 0);
    return s;
}

struct part {
    double x[4];
    int n;
};

int main(void)
{
    struct node *tree = NULL, *list = NULL, *pool = malloc(N * sizeof *pool);
    double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
    for (int i = 0; i < N; i++) {
        struct node *new = malloc(sizeof *new);
        *new = (struct node){(i * 7919) % 1000 * 0.5, list, NULL, NULL, i % 3 ? "several" : NULL};
        list = new;
        tree = insert(tree, new);
        pool[i] = (struct node){i, NULL, NULL, NULL, "x"};
        a[i] = i;
        b[i] = 0;
    }

    /* Nothing but serial code has written the nodes. */
    #pragma hydra parallel for
    for (int i = 0; i < N; i++)
        b[i] = nearest(tree, a[i] * 0.7) + along(list, i % 50);
    double s = 0;
    for (int i = 0; i < N; i++)
        s += b[i] * (i % 7);
    printf("%.9g\n", s);

    /* Nodes that a loop has written, in one block. */
    #pragma hydra parallel for
    for (int i = 0; i < N; i++)
        pool[i].value = b[i] * 0.5;
    for (int i = 0; i < N; i++)
        pool[i].next = i % 9 ? &pool[(i * 31) % N] : list;
    #pragma hydra parallel for
    for (int i = 0; i < N; i++)
        b[i] = along(&pool[i], 20);
    s = 0;
    for (int i = 0; i < N; i++)
        s += b[i] * (i % 5);
    printf("%.9g\n", s);

    /* Rows that are filled by copies of what loops have written. */
    double **row = malloc(N / 10 * sizeof *row);
    for (int i = 0; i < N / 10; i++) {
        row[i] = malloc(10 * sizeof **row);
        memcpy(row[i], b + 10 * i, 10 * sizeof **row);
    }
    #pragma hydra parallel for
    for (int i = 0; i < N; i++)
        a[i] = row[(i * 13) % (N / 10)][i % 10] + row[N / 10 - 1][0];
    s = 0;
    for (int i = 0; i < N; i++)
        s += a[i] * (i % 11);
    printf("%.9g\n", s);

    /* Structs with arrays, assigned as a whole. */
    struct part *from = malloc(N * sizeof *from), **to = malloc(N * sizeof *to);
    #pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 4; k++) {
            from[i].x[k] = a[i] + k;
            from[i].n = i;
        }
    for (int i = 0; i < N; i++) {
        to[i] = malloc(sizeof **to);
        *to[i] = from[(i + 350) % N];
    }
    #pragma hydra parallel for
    for (int i = 0; i < N; i++)
        b[i] = to[(i * 3) % N]->x[i % 4] + to[i]->n;
    s = 0;
    for (int i = 0; i < N; i++)
        s += b[i] * (i % 13);
    printf("%.9g\n", s);

    /* An array that moves, with what loops have written. */
    b = realloc(b, 2 * N * sizeof *b);
    double *table[2] = {b, a};
    #pragma hydra parallel for
    for (int i = 0; i < N; i++)
        from[i].x[0] = table[i % 2][N - 1 - i] + table[0][i];
    s = 0;
    for (int i = 0; i < N; i++)
        s += from[i].x[0] * (i % 3);
    printf("%.9g\n", s);
    return 0;
}
