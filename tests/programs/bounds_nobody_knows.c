// stderr: it is not known which array n points into
// replicated: 16 25 36 47 60 70
// Bounds in memory that loops may change, as far as can be seen, and do not: where nobody knows what a loop stores,
// every rank runs it, and finds the bound as it was.
#include <stdio.h>
#include <stdlib.h>

struct counted {
    int n, used, *v;
};

/* The one half of the array says where to store in the other. */
static void scattered(int *a, const int *n)
{
#pragma hydra parallel for
    for (int i = 0; i < *n; i++)
        a[32 + (a[i] & 31)] += i;
}

/* The bound stands among the elements. */
static int heap(int *a, const int *n)
{
    int sum = 0;
#pragma hydra parallel for reduction(+ : sum)
    for (int i = 0; i < *n; i++) {
        a[32 + (a[1 + i] & 31)] += 2;
        sum += a[1 + i] * (i + 1);
    }
    return sum;
}

/* It is stored anew, and stays the same. */
static void same_again(struct counted *c, int *n)
{
#pragma hydra parallel for
    for (int i = 0; i < c->n; i++) {
        c->v[i] += i;
        if (c->v[i] > 5)
            *n = 12;
    }
}

static double downwards(struct counted *c, int *low)
{
    double sum = 0;
#pragma hydra parallel for reduction(+ : sum)
    for (int i = c->n - 1; i >= *low; i -= 3) {
        c->v[(c->v[i] & 7) + 3] += 1;
        printf("%d:%d ", i, c->v[i]);
        sum += c->v[i] / 3.0;
    }
    printf("\n");
    return sum;
}

/* It prints beside. */
static void shown(const int *n, int *to)
{
#pragma hydra parallel for
    for (int i = 0; i < *n; i++) {
        printf("%d ", i);
        to[i] = i;
    }
    printf("to %d\n", to[20]);
}

static void twice(void (*f)(int *, const int *), int (*rows)[64], const int *n)
{
#pragma hydra parallel for
    for (int r = 0; r < 4; r++) {
        f(rows[r], n);
        f(rows[r], n);
    }
}

static void show(const char *what, const int *v, int n)
{
    printf("%s:", what);
    for (int i = 0; i < n; i++)
        printf(" %d", v[i]);
    printf("\n");
}

int main(void)
{
    int *a = malloc(64 * sizeof *a), n = 25, low = 2, (*rows)[64] = malloc(4 * sizeof *rows);
    for (int i = 0; i < 64; i++)
        a[i] = i * 11 % 32;
    scattered(a, &n);
    show("scattered", a, 64);
    a[0] = 14;
    printf("%d\n", heap(a, a));
    show("heap", a, 64);
    struct counted c = {12, 0, a + 3};
    same_again(&c, &c.n);
    show("same", a, 64);
    printf("%.6g\n", downwards(&c, &low));
    show("down", a, 64);
    shown(&n, a);
    for (int r = 0; r < 4; r++)
        for (int i = 0; i < 64; i++)
            rows[r][i] = (2 * r + 3) * i % 32;
    twice(scattered, rows, &n);
    for (int r = 0; r < 4; r++)
        show("row", rows[r], 64);
    free(a);
    free(rows);
    return 0;
}
