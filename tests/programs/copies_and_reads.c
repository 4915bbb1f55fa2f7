// distributed: 23
// offloaded: 23
// Serial code reads and changes arrays right behind a copy: in one block, in loops without parallel loops, behind
// conditions, through functions that copy, with jumps, in macros, and by pointers that swap.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 300
#define SAVE(to, from) memcpy(to, from, sizeof(double) * N)
#define SAVE_AND_SHOW(to, from, i)           \
    do {                                     \
        memcpy(to, from, N * sizeof *(to));  \
        printf("%g ", (to)[i]);              \
    } while (0)

static double a[N], b[N], c[N];
static int flips;

static void step(double by)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        a[i] = a[i] * 0.5 + by * i;
}

static void keep(double *to, const double *from)
{
    if (flips++ % 2)
        memcpy(to, from, N * sizeof *to);
    else
        for (int i = 0; i < N; i++)
            to[i] = from[i];
}

static double keep_and_peek(double *to, const double *from, int i)
{
    memcpy(to, from, N * sizeof *to);
    return to[i];
}

static void keep_twice(void)
{
    keep(b, a);
    keep(c, b);
}

static int search(double *to, const double *from, double what)
{
    int tries = 0;
again:
    memmove(to, from, N * sizeof *to);
    if (to[tries] < what && tries < N - 1) {
        tries++;
        if (tries % 3)
            goto again;
        return search(to, from, what - 1) + tries;
    }
    return tries;
}

static void (*keeper)(double *, const double *) = keep;

int main(void)
{
    double s = 0;
    for (int i = 0; i < N; i++)
        a[i] = i % 17;
    step(1);
    if (a[5] > 0) {
        memcpy(b, a, sizeof b);
        s += b[7] + b[N - 1];
        b[N - 2] = 4;
    }
    step(0.5);
    for (int k = 0; k < 4; k++) {
        memcpy(c, a, sizeof c);
        c[k * 50 + 3] += k;
        memcpy(a, c, (N - k) * sizeof(double));
        s += a[k * 90] + c[N - 1 - k];
    }
    printf("%g\n", s);
    step(2);
    double x = keep_and_peek(b, a, 200) + a[10];
    keep_twice();
    x += b[299] + c[100];
    printf("%g\n", x);
    step(1.5);
    keeper(c, a);
    printf("%g %g\n", c[250], c[3]);
    step(1);
    SAVE(b, a);
    printf("%g\n", b[150]);
    step(2);
    SAVE_AND_SHOW(c, a, 222);
    printf("%d\n", search(b, a, 40));
    step(3);
    int k = 0;
    do {
        double *from = k % 2 ? b : a, *to = k % 2 ? c : b;
        switch (k) {
        case 0:
        case 1:
            memcpy(to + 10, from, 200 * sizeof *to);
            from[0] += to[11];
            break;
        default:
            memset(to, 0, N / 2 * sizeof *to);
            to[N - 1] -= from[N / 2];
        }
        s += to[209] + from[20];
    } while (++k < 4);
    step(1);
    double total = 0;
    for (int i = 0; i < N; i++)
        total += a[i] + 2 * b[i] + 3 * c[i];
    printf("%g %.9g\n", s, total);
    return 0;
}
