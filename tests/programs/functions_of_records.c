// distributed: 32 35 44 47
// replicated: 60
// Loops that call functions whose pointers stand in the records behind the loops' own pointers: what these functions do
// not store, the loop leaves as it is.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { double a, b; } pair;

struct field {
    int n, *next, *row;
    double *r, *rho, (*weight)(double), (*at)(const pair *, int);
    pair *q;
    unsigned char *flag;
    int (*order)(const void *, const void *);
};

static double linear(double q) { return 2 - q; }
static double square(double q) { return q * q; }
static double first_of(const pair *p, int i) { return p[i].a; }
static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void gather(struct field *s)
{
#pragma hydra parallel for
    for (int i = 0; i < s->n; i++)
        s->rho[i] += s->weight(s->r[s->next[i]]);
#pragma hydra parallel for
    for (int i = 0; i < s->n; i++)
        if (s->flag[i])
            s->rho[i] += s->weight(s->r[i]);
}

static void scatter(struct field *s)
{
    double (*f)(double) = s->weight;
#pragma hydra parallel for
    for (int i = 0; i < s->n; i++)
        s->rho[s->next[i]] += f(s->r[i]);
#pragma hydra parallel for
    for (int i = 0; i < s->n; i++) {
        double sum = 0;
        for (int k = s->row[i]; k < s->row[i + 1]; k++)
            sum += s->weight(s->r[s->next[k]]) + s->at(s->q, s->next[k]);
        s->rho[i] -= sum;
    }
}

/* The function sorts and searches an iteration's own values, and compares by a member. */
static int sorted(struct field *s, double *median)
{
    int found = 0;
#pragma hydra parallel for reduction(+ : found)
    for (int i = 0; i < s->n; i++) {
        double own[5];
        for (int k = 0; k < 5; k++)
            own[k] = s->r[(i * 3 + k * 7) % s->n];
        qsort(own, 5, sizeof *own, s->order);
        median[i] = own[2];
        found += bsearch(&s->r[i], own, 5, sizeof *own, s->order) != NULL;
    }
    return found;
}

static void show(const char *what, const double *v, int n)
{
    printf("%s:", what);
    for (int i = 0; i < n; i++)
        printf(" %g", v[i]);
    printf("\n");
}

int main(void)
{
    enum { n = 24 };
    struct field *s = malloc(sizeof *s);
    *s = (struct field){n, malloc(n * sizeof(int)), malloc((n + 1) * sizeof(int)), malloc(n * sizeof(double)),
                        calloc(n, sizeof(double)), linear, first_of, malloc(n * sizeof(pair)), malloc(n), by_value};
    s->row[0] = 0;
    for (int i = 0; i < n; i++) {
        s->next[i] = i * 5 % n;
        s->row[i + 1] = i + 1 - (i % 3 == 0);
        s->r[i] = (i * 7 % n) * 0.5;
        s->q[i] = (pair){i, -i};
        s->flag[i] = i % 3;
    }
    double median[n];
    for (int step = 0; step < 4; step++) {
        gather(s);
        scatter(s);
        s->weight = step % 2 ? linear : square;
        const int found = sorted(s, median);
        s->r[step] += found;
        show("rho", s->rho, s->n);
        show("median", median, s->n);
    }
    free(s->next);
    free(s->row);
    free(s->r);
    free(s->rho);
    free(s->q);
    free(s->flag);
    free(s);
    return 0;
}
