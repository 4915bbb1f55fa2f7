// distributed: 60 65 70 79 84 96
// offloaded: 84
/* Optional inputs, empty halves, and loops that walk between two pointers: what a loop learns from pointers
   themselves, not from what they point at. */
#include <stdio.h>
#include <stdlib.h>

#define N 60

struct span {
    const double *from, *to;
};

/* bias may be missing; only the first few rows have one */
static double with_bias(const double *bias, int i)
{
    if (!bias)
        return -1;
    return i < 4 ? 1 + bias[i] : 0;
}

/* where the value lies behind `from`, or -1 */
static long position(const double *from, const double *to, double wanted)
{
    for (const double *at = from; at != to; ++at)
        if (*at == wanted)
            return at - from;
    return -1;
}

static int is_second_half(const double *all, const double *part) { return part > all; }

static double sum_between(const double *p, const double *end)
{
    double s = 0;
    while (p < end)
        s += *p++;
    return s;
}

int main(int argc, char **argv)
{
    const int few = argc > 5 ? N : 0;
    double *p = malloc(N * sizeof *p), *q = p + N / 3, *w = malloc(N * sizeof *w), *missing = argc > 6 ? p : NULL;
    static double grid[N][8], scale;
    double *scaled = argc > 7 ? NULL : &scale;
    static int given[N], kinds[N];
    static long far[N], places[N];
    static double sums[N], biased[N], window[N];

    for (int i = 0; i < N; i++) {
        p[i] = w[i] = i;
        for (int j = 0; j < 8; j++)
            grid[i][j] = (i * 5 + j * 3) % 11;
    }
    scale = 2;

    /* the arrays are there for every i, also for those that never look into them */
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        given[i] = (p != NULL ? 10 : 0) + (!q ? 100 : 0) + (scaled && i < 2 ? (int)*scaled : 0) +
                   (w ? 1000 : 0) + (i < 5 ? (int)p[i] : 0) + (i < few ? (int)w[i] : 0);

#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        biased[i] = with_bias(w, i) + 10 * with_bias(missing, i);

    /* distances and order, of arrays of which some iterations touch one and some none */
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        far[i] = (q - p) + (q > p) * 100 + (p == w) * 1000;
        if (i < few)
            far[i] += (long)(q[i % 10] + w[i]);
        if (i >= 40)
            far[i] += (long)p[i];
    }

#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        kinds[i] = is_second_half(p, q) + 2 * (i % 2 ? w == p : q != w) + (i >= N - 3 ? (int)q[i - 40] : 0);

    /* inside of one row, of a local array and of one array */
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        double last[4], *at = last;
        for (const double *g = grid[i], *end = grid[i] + 8; g < end; g += 2)
            *at++ = *g;
        places[i] = position(grid[i], grid[i] + 8, i % 11) * 10 + (at - last) + (&last[3] > at);
        sums[i] = sum_between(&grid[i][1], &grid[i][7]) + sum_between(last, at);
        window[i] = sum_between(p + i - i % 4, p + i);
    }

    struct span parts[2] = {{p, q}, {q, p + N}};
    double total = 0;
#pragma hydra parallel for reduction(+ : total)
    for (int i = 0; i < N / 3; i++)
        if (parts[0].from + i < parts[0].to)
            total += parts[0].from[i] + parts[1].from[i];

    for (int i = 0; i < N; i++)
        printf("%d %g %ld %d %ld %g %g\n", given[i], biased[i], far[i], kinds[i], places[i], sums[i], window[i]);
    printf("%g\n", total);
    free(p);
    free(w);
    return 0;
}
