// distributed: 17 26 35 45 54 65
// offloaded: 17 26 35 45 54 65
/* Kernels that take their pointers to lead to different memory do so only where they do: functions that are called with
 * different arrays, with one array twice, with parts of one, with pointers into the middle, with arrays of other element
 * types over the same memory; with subscripts by data, fixed arrays beside pointers, pointers made in the body, and
 * pointers out of a table, which may be those that the loop has. */
#include <stdio.h>
#include <stdlib.h>

static double shared[600];
static int order[200];
static double *table[2];

static void blend(int n, const double *a, const double *b, const double *c, double *d, double *e)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        d[i] = a[i] + 0.5 * b[i];
        e[i] = c[i] - d[i] * a[i] + b[i];
    }
}

static void gather(int n, const int *at, const double *a, double *b, double *c)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        b[i] = a[at[i]] * 0.5;
        c[i] = a[i] + b[i];
    }
}

static void rows(int n, int m, double (*a)[m], double (*b)[m], double (*c)[m])
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            b[i][j] = a[i][j] * 0.25 + (double)j;
            c[i][j] = b[i][j] + a[i][m - 1 - j];
        }
}

static void into(int n, double *p, int shift)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        shared[i] = shared[i + 200] * 0.5 + p[i];
        p[i + shift] = shared[i] + 1.0;
    }
}

static void bits(int n, const double *from, unsigned long *to, double *sum)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        const double *here = from + i;
        unsigned long *there = to + i;
        sum[i] = *here * 2.0;
        *there = (unsigned long)(*here) + 3UL;
    }
}

static void chosen(int n, double *a, const double *b)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        const double *from = table[order[i] % 2];
        a[i] = b[i] * 2.0;
        a[i] += from[i];
    }
}

static void show(const char *name, int n, const double *a)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += a[i] * (double)(1 + i % 7);
    printf("%s %.17g %.17g\n", name, sum, a[n / 3]);
}

int main(void)
{
    int n = 200;
    double *u = malloc(3 * sizeof(double[200])), *v = malloc(sizeof(double[200])), *w = malloc(sizeof(double[200]));
    unsigned long *x = malloc(sizeof(unsigned long[200]));
    for (int i = 0; i < n; i++) {
        u[i] = i % 11;
        u[n + i] = i % 5;
        u[2 * n + i] = 1.0;
        v[i] = i % 3;
        w[i] = 0.0;
        shared[i] = shared[n + i] = shared[2 * n + i] = i % 13;
        order[i] = (i * 7) % n;
        x[i] = 0;
    }
    blend(n, u, u + n, u + 2 * n, v, w);
    show("apart", n, w);
    blend(n, u, u + n, v, u + 2 * n, w);
    show("parts", n, w);
    blend(n, u, v, w, u, v);
    show("twice", n, u);
    show("twice", n, v);
    blend(n, v, v, v, w, v);
    show("in place", n, v);
    gather(n, order, u, v, w);
    show("gathered", n, w);
    gather(n, order, u, v, v);
    show("gathered back", n, v);
    rows(10, 20, (double(*)[20])u, (double(*)[20])v, (double(*)[20])w);
    show("rows", n, w);
    rows(10, 20, (double(*)[20])v, (double(*)[20])v, (double(*)[20])w);
    show("rows in place", n, w);
    into(n, u, 0);
    show("into", n, shared);
    into(n, shared + 400, 0);
    show("into itself", 600, shared);
    into(n, shared, 400);
    show("into its end", 600, shared);
    bits(n, u, x, w);
    bits(n, w, (unsigned long *)v, u);
    for (int i = 0; i < n; i += 50)
        printf("%lu %lu %.17g\n", x[i], ((unsigned long *)v)[i], u[i]);
    table[0] = u;
    table[1] = w;
    chosen(n, u, w);
    show("chosen", n, u);
    chosen(n, w, u);
    show("chosen", n, w);
    free(u);
    free(v);
    free(w);
    free(x);
    return 0;
}
