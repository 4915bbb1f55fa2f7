// distributed: 14 24 33 41 50
// offloaded: 14 24 33 41 50
/* Structs that hold arrays, by value: a function's parallel loop changes its own copy, and hands it back. */
#include <stdio.h>

typedef struct {
    double v[16];
    int n;
} vec;

static vec halve(vec x)
{
#pragma hydra parallel for
    for (int i = 0; i < x.n; i++)
        x.v[i] /= 2;
    return x;
}

static double last(vec x, int k)
{
    while (k-- > 0) {
        x.v[0] += 1;
#pragma hydra parallel for
        for (int i = 1; i < 16; i++)
            x.v[i] += x.v[0];
    }
    return x.v[15];
}

static vec sum(vec a, const vec b)
{
#pragma hydra parallel for
    for (int i = 0; i < 16; i++)
        a.v[i] += b.v[15 - i];
    return a;
}

static double deep(vec x, int depth)
{
#pragma hydra parallel for
    for (int i = 0; i < 16; i++)
        x.v[i] *= depth;
    return depth > 1 ? deep(x, depth - 1) + x.v[15] : x.v[15];
}

int main(void)
{
    vec a = {.n = 12}, b;
#pragma hydra parallel for
    for (int i = 0; i < 16; i++)
        a.v[i] = i;
    b = halve(a);
    printf("%g %g %g\n", b.v[11], b.v[12], a.v[11]);
    a = halve(a);
    vec c = sum(a, b), d = c;
    printf("%g %g %g\n", a.v[3], c.v[4], d.v[15]);
    printf("%g %g\n", last(d, 3), d.v[15]);
    printf("%g\n", deep(c, 3));
    for (int i = 0; i < 16; i++)
        printf("%g ", c.v[i]);
    puts("");
    return 0;
}
