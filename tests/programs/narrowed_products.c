/* 64-bit counters and products in variables of type int, in loops whose ends are results of calls. */
// stderr: or does not fit the type that it is converted to
// distributed: 29 36 55 64 71
// replicated: 45
// offloaded: 29 55 64 71
#include <stdio.h>
#include <stdlib.h>

static double a[600], b[600], c[600];

static long many(long k)
{
    return k + 300;
}

static void show(const char *name, const double *x)
{
    double s = 0;
    for (int i = 0; i < 600; i++)
        s += (i % 17 + 1) * x[i];
    printf("%s %.1f\n", name, s);
}

int main(int argc, char **argv)
{
    long base = argc > 1 ? atol(argv[1]) : 6442450950L, m = argc > 2 ? atol(argv[2]) : 1L << 31;

#pragma hydra parallel for
    for (int i = 0; i < 600; i++) {
        a[i] = i * 37 % 101;
        b[i] = 1;
        c[i] = 0;
    }
    long end = many(base);
#pragma hydra parallel for
    for (long i = base; i < many(base); i++) {
        int k = i;
        if (k < 0)
            c[i - base] += 7;
        else
            c[i - base + 1] += 2;
    }
    show("call", c);
#pragma hydra parallel for
    for (long i = base; i < end; i++) {
        int k = i;
        if (k < 0)
            c[i - base] += 7;
        else
            c[i - base + 1] += a[(int)i - (int)base];
    }
    show("kept", c);
    /* k is 0 or -2^31, and k - i * m has nothing to do with i */
#pragma hydra parallel for
    for (long i = 0; i < 300; i++) {
        int k = i * m;
        if (k - i * m < 0)
            c[i] += 3;
        else
            c[i] += 5;
    }
    show("sign", c);
#pragma hydra parallel for
    for (long i = 0; i < 300; i++) {
        int k = i * m + 2;
        long q = k - i * m + i;
        b[q >= 0 && q < 300 ? q : i + 299] += i;
    }
    show("difference", b);
#pragma hydra parallel for
    for (int i = 0; i < 300; i++) {
        int k = (int)(m * i) % 64;
        c[i] += a[i + abs(k)];
    }
    show("rest", c);
    return 0;
}
