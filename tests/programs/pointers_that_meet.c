// Loops whose iterations meet, or not, by where their pointers lead: only the run tells. Where they meet, threads must
// not share them out.
// args: 20000
// stderr: overlap on
// verify: no
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_ahead(double *to, const double *from, int n)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        to[i] = from[i] + 1;
}
static void gather(double *to, const double *from, const int *at, int n)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        to[i] = from[at[i]] * 0.5 + 1;
}
struct cell {
    int count;
    double value[3];
};
static void members(struct cell *to, struct cell *from, int n)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        to[i].value[1] = from[i].value[0] + from[i].count;
        to[i].count++;
    }
}
static void columns(double *a, int n, int m, int from, int to)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        a[i * m + to] = a[i * m + from] + 1;
}
static double sum_of(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * (i % 7);
    return s;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 20000;
    double *x = malloc((n + 8) * sizeof *x), *y = calloc(n + 8, sizeof *y);
    int *at = malloc(n * sizeof *at);
    struct cell *cells = calloc(n + 1, sizeof *cells);
    for (int i = 0; i < n + 8; i++)
        x[i] = i % 13;
    for (int i = 0; i < n; i++)
        at[i] = (i * 7919LL + 3) % n;
    add_ahead(y, x, n); // apart
    add_ahead(x + 1, x, n); // each iteration reads what the one before has stored
    printf("%.15g %.15g\n", sum_of(x, n), sum_of(y, n));
    add_ahead(y, y + 1, n); // each reads what the next one stores
    add_ahead(y, y, n); // its own
    printf("%.15g\n", sum_of(y, n));
    gather(y, x, at, n); // apart
    printf("%.15g\n", sum_of(y, n));
    gather(x, x, at, n); // what others store
    printf("%.15g\n", sum_of(x, n));
    gather(x + n / 2, x, at, n / 2);
    gather(y, (const double *)((const char *)x), at, n);
    printf("%.15g %.15g\n", sum_of(x, n), sum_of(y, n));
    for (int i = 0; i <= n; i++) {
        cells[i].count = i % 5;
        for (int k = 0; k < 3; k++)
            cells[i].value[k] = k + i % 3;
    }
    members(cells, cells, n);
    members(cells + 1, cells, n);
    printf("%d %.15g %.15g\n", cells[n].count, cells[n].value[1], cells[n / 2].value[1]);
    columns(x, n / 8, 8, 2, 5);
    columns(x, n / 8, 8, 5, 2 + 8); // the next row's
    printf("%.15g\n", sum_of(x, n));
    // Memory that has been another array's before.
    double *z = malloc(n * sizeof *z);
    for (int i = 0; i < n; i++)
        z[i] = i % 3;
    gather(y, z, at, n);
    free(z);
    x = realloc(x, (2 * n + 8) * sizeof *x);
    z = x + n;
    memset(z, 0, n * sizeof *z);
    gather(z, x, at, n);
    gather(x, z, at, n);
    printf("%.15g %.15g\n", sum_of(x, n), sum_of(z, n));
    free(x);
    free(y);
    free(at);
    free(cells);
    return 0;
}
