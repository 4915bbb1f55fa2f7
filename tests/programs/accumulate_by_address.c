// distributed: 44 49 56 62 67
/* Sums that a function or a macro adds through an address, and functions that accumulate and return something else. */
#include <stdio.h>
#include <stdlib.h>

#define N 600
#define ADD(to, what) (*(to) += (what))

static double a[N];
static double total;

static void put(double *sum, double x) { *sum += x; }

static int hit(long *bins, int at, int by)
{
    bins[at] += by;
    return at & 1;
}

static int twice(long *count, double x)
{
    if (x < 10)
        return 0;
    ++*count;
    (*count)++;
    return 2;
}

static void smaller(long *least, long x)
{
    if (x < *least)
        *least = x;
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : N, m = 32;
    double s = 0, t = 1;
    long least = 1000000, odd = 0, count = 0;
    long *bins = calloc(m, sizeof *bins);
    if (bins == NULL)
        return 1;
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        a[i] = i * 37 % 101 * 0.25;

    /* The variable of the whole program, a local one, and a macro's. */
#pragma hydra parallel for reduction(+:s,t,total)
    for (int i = 0; i < n; i++) {
        put(&s, a[i]);
        if (i % 3 == 0)
            put(&total, 1);
        ADD(&t, 2 * a[i]);
    }
#pragma hydra parallel for reduction(+:odd, bins[0:m])
    for (int i = 0; i < n; i++)
        if (hit(bins, i * 7 % m, i) && i > 5)
            odd++;

    long pairs = 0;
#pragma hydra parallel for reduction(+:count, pairs)
    for (int i = 0; i < n; i++)
        pairs += twice(&count, a[i]);

    /* Minimum by a function. */
#pragma hydra parallel for reduction(min:least)
    for (int i = 1; i < n; i++)
        smaller(&least, i * 37 % 101 + 1);
    printf("%.10g %.10g %g %ld %ld %ld %ld %ld\n", s, t, total, odd, bins[3], count, pairs, least);
    free(bins);
    return 0;
}
