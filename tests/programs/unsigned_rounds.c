// distributed: 11 19 27 35 43
// offloaded: 11 19 27 35 43
#include <stdio.h>
#include <stdlib.h>
/* Inner loops that count with unsigned variables, up to what C takes for large numbers. */
#define N 100

static void near_the_end(int n, double d[][N]) /* n is below zero */
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (unsigned j = 4294967250u; j < n; j++)
            d[i][j - 4294967250u] += 1;
}

static void sums(int n, double d[][N])
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (unsigned j = 0; j < n - 10; j++)
            d[i][j] += i;
}

static void from_the_end(unsigned n, double d[][N])
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (unsigned j = n; j < n + 9; j++)
            d[i][j - n] += i + 2;
}

static void wide(int n, double d[][N])
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (size_t j = n; j > 0; j--)
            d[i][j - 1] += i * 3;
}

static void flat(unsigned n, double *d)
{
#pragma hydra parallel for
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 1; j <= n - 1; j++)
            d[i * n + j] = d[i * n + j] * 0.5 + d[i * n];
}

int main(int argc, char **argv)
{
    double(*d)[N] = calloc(N, sizeof *d);
    near_the_end(-argc, d);
    sums(argc + 60, d);
    from_the_end(4294967285u + argc, d);
    wide(argc + 50, d);
    flat(N, d[0]);
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += d[i][j] * (i + 3 * j);
    printf("%.10g %g %g %g\n", sum, d[3][0], d[3][44], d[3][45]);
    free(d);
    return 0;
}
