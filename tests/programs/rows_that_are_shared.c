// stderr: overlap on
// verify: no
/* Tables whose rows look as if they were allocated one by one, but some of them are one: the loops' iterations depend
   on one another, and the answer is that of their order. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 60, M = 40 };

static double **rows(int n, int m)
{
    double **t = malloc(n * sizeof *t);
    for (int i = 0; i < n; i++) {
        t[i] = malloc(m * sizeof **t);
        for (int j = 0; j < m; j++)
            t[i][j] = i * 0.25 + j;
    }
    return t;
}

static double step(double **t, int n)
{
    double s = 0;
    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < M; j++)
            t[i][j] = t[i][j] * 0.5 + i;
    for (int i = 0; i < n; i++)
        s += t[i][i % M] * (i + 1);
    return s;
}

static void between(double **to, double **from, int n)
{
    #pragma hydra parallel for
    for (int i = 1; i < n; i++)
        for (int j = 0; j < M; j++)
            to[i][j] = from[i - 1][j] + 0.125 * j;
}

struct grid {
    double **t;
    int n;
};

static void exchange(double **a, double **b)
{
    double *row = *a;
    *a = *b;
    *b = row;
}

int main(void)
{
    double **a = rows(N, M), **b = rows(N, M), **c = rows(N, M), **d = rows(N, M), **e = rows(N, M);
    printf("%.9g\n", step(a, N));

    b[30] = b[7]; /* by an assignment */
    printf("%.9g\n", step(b, N));

    exchange(&c[5], &c[50]); /* different still */
    printf("%.9g\n", step(c, N));
    memcpy(&c[20], &c[40], 5 * sizeof *c); /* by the bytes */
    printf("%.9g\n", step(c, N));

    uintptr_t number = (uintptr_t)d[3]; /* by a number */
    d[48] = (double *)(number ^ 0);
    printf("%.9g\n", step(d, N));

    struct grid one = {e, N}, other;
    other = one; /* two names of one table */
    between(one.t, other.t, N);
    printf("%.9g\n", e[N - 1][3]);

    double **f = rows(N, M), **g = rows(N, M);
    g[25] = f[25]; /* the tables have one row in common */
    between(f, g, N);
    printf("%.9g\n", f[N - 1][1] + f[26][2]);
    between(g, f, N);
    printf("%.9g\n", g[N - 1][1] + g[26][2]);

    double *own = a[12]; /* a row that a pointer leads to, too */
    #pragma hydra parallel for
    for (int i = 0; i < N; i++)
        a[i][0] = own[0] + i;
    printf("%.9g %.9g\n", a[11][0], a[N - 1][0]);

    int k = 9;
    #pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] += a[k][j] * 0.5; /* row 9 changes under way */
    printf("%.9g %.9g\n", a[8][2], a[10][2]);
    return 0;
}
