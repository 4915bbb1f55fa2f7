// distributed: 16 22 39 48 54 57
// offloaded: 16 22 39 48 54 57
// Small arrays that are no values: loops write them, by their names, by pointers that lead there in some launches only,
// or in functions; and arrays that have to be memory since their addresses count.
#include <stdio.h>
#include <stdlib.h>
#define N 400

static double a[N], table[8], other[8], sums[4];
static double few[6];
static struct { double in[3], out[3]; } pair;

static void fill(double *to, int n, int from)
{
    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        to[i] = from + i;
}
static void scale(double *to, const double *by, int n)
{
    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        to[i] = to[i] * by[i % 8] + few[i % 6];
}
static const double *pick(int i) { return i % 2 ? few + 1 : &few[i % 6]; }
static int place(const double *p, const double *base) { return (int)(p - base); }

int main(void)
{
    double old[4] = {4, 3, 2, 1}, *p = malloc(N * sizeof *p);
    for (int i = 0; i < N; i++)
        p[i] = i;
    for (int t = 0; t < 4; t++) {
        // A loop writes what the next ones read.
        fill(table, 8, t);
        for (int k = 0; k < 6; k++)
            few[k] = t + k * 0.5;
        #pragma hydra parallel for
        for (int i = 0; i < N; i++)
            a[i] = table[i % 8] + few[i % 6] + old[i % 4];
        // What is read by its name is written by a pointer.
        scale(t % 2 ? p : few, table, t % 2 ? N : 6);
        scale(a, t == 2 ? few - 0 : other, 6);
        // One member of a struct is read, the other one written.
        for (int k = 0; k < 3; k++)
            pair.in[k] = t * k;
        #pragma hydra parallel for
        for (int i = 0; i < 3; i++)
            pair.out[i] = pair.in[2 - i] + few[i];
        // Sums, read by the next loop.
        for (int k = 0; k < 4; k++)
            sums[k] = 0;
        #pragma hydra parallel for reduction(+:sums[0:4])
        for (int i = 0; i < N; i++)
            sums[i % 4] += (int)a[i] + (int)old[i % 4];
        #pragma hydra parallel for
        for (int i = 0; i < N; i++)
            p[i] = p[i] * 0.5 + sums[i % 4] + pair.out[i % 3] + place(&few[i % 6], few) + *pick(i);
        old[t] += sums[t];
        other[t] = few[t];
        printf("%d: %.17g %.17g %.17g %.17g\n", t, a[7], p[N - 1], sums[3], few[5]);
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        s += a[i] + p[i];
    printf("%.17g\n", s);
    free(p);
    return 0;
}
