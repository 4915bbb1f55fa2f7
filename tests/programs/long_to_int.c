/* 64-bit values and what narrower types make of them: offsets into huge files, hashes, products of sizes, time stamps. */
// stderr: or does not fit the type that it is converted to
// args: 4294967300 3000000000 6442450950
// distributed: 53 60 64 69 76 80 84 92 117 123 128 132 136 142
// replicated: 98 102 111
// offloaded: 53 60 64 69 76 80 84 92 117 123 128 132 136 142
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double a[600], b[600], c[600];
struct header {
    size_t offset;
    unsigned long hash;
    long stamp;
};

static void show(const char *name, const double *x)
{
    double s = 0;
    for (int i = 0; i < 600; i++)
        s += (i % 17 + 1) * x[i];
    printf("%s %.1f\n", name, s);
}

static int low_word(unsigned long h)
{
    return (int)h;
}

static void put(int off, long q)
{
    if (off < 0)
        c[q] += 3;
    else if (off < 100)
        c[q + off] += 1;
}

static short pack(long v)
{
    return (short)v;
}

int main(int argc, char **argv)
{
    size_t big = strtoull(argc > 1 ? argv[1] : "4294967300", NULL, 10);
    unsigned long odd = strtoull(argc > 2 ? argv[2] : "3000000000", NULL, 10);
    long stamp = strtoll(argc > 3 ? argv[3] : "6442450950", NULL, 10);
    struct header h = {big, odd * 2654435761UL, stamp};
    size_t n = 70000, m = 70000;

#pragma hydra parallel for
    for (int i = 0; i < 600; i++) {
        a[i] = i * 37 % 101;
        b[i] = 1;
        c[i] = 0;
    }
    /* (int)big is 4 */
#pragma hydra parallel for
    for (int i = 4; i < 500; i++)
        b[i] += a[i + (int)big];
    show("offset", b);
#pragma hydra parallel for
    for (int i = 0; i < (int)big; i++)
        b[i] = 5;
    show("bound", b);
    /* (int)odd is negative */
#pragma hydra parallel for
    for (int i = 10; i < 500; i++)
        if ((int)odd < 0)
            c[i] = a[i + 10];
        else
            c[i + 1] = a[i];
    show("sign", c);
#pragma hydra parallel for
    for (int i = 10; i < 500; i++)
        put(odd, i);
    show("argument", c);
#pragma hydra parallel for
    for (int i = 10; i < 500; i++)
        put(stamp, i);
    show("stamp", c);
#pragma hydra parallel for
    for (int i = 10; i < 500; i++) {
        int s = low_word(h.hash);
        if (s < 0)
            s = -(s + 1);
        b[i] += a[(i + s % 100) % 600];
    }
    show("hash", b);
#pragma hydra parallel for
    for (int i = 10; i < 500; i++) {
        int s = (int)(n * m) % 64;
        b[i + s] = a[i] + s;
    }
    show("product", b);
#pragma hydra parallel for
    for (long i = stamp; i < stamp + 300; i++)
        c[(int)(i - stamp)] += a[(int)i - (int)stamp + 7];
    show("shifted", c);
#pragma hydra parallel for
    for (long i = stamp; i < stamp + 300; i++) {
        int k = i; /* 2147483654 more than fits */
        if (k < 0)
            c[i - stamp] += 7;
        else
            c[i - stamp + 1] += 2;
    }
    show("counter", c);
#pragma hydra parallel for
    for (size_t i = big; i < big + 300; i++) {
        unsigned k = i;
        c[k] += a[k + 1];
    }
    show("low", c);
#pragma hydra parallel for
    for (size_t i = 0; i < 300; i++) {
        int k = i * (h.offset >> 1) - 1;
        c[i] += k < 0 ? a[i] : a[599 - i];
    }
    show("multiples", c);
#pragma hydra parallel for
    for (int i = 300; i < 310; i++)
        for (int j = (int)(stamp * 2) - 24; j < 10; j++)
            c[i] += a[i + j];
    show("inner", c);
#pragma hydra parallel for
    for (long i = 65536; i < 65936; i++)
        c[pack(i)] += a[pack(i + 65536 * 2) + 3];
    show("short", c);
#pragma hydra parallel for
    for (int i = 0; i < 256; i++)
        b[(unsigned char)(i + (int)big * 3)] = a[i] + (signed char)(i + 5);
    show("bytes", b);
#pragma hydra parallel for
    for (int i = 0; i < 200; i++) {
        signed char t = i;
        b[t + 128] += a[i] * 2;
    }
    show("signed bytes", b);
#pragma hydra parallel for
    for (int i = 0; i < 500; i++) {
        long w = (long)i << 30;
        int k = w;
        if (k >= 0 && k < 1)
            b[i] += 11;
    }
    show("shift", b);
    return 0;
}
