// distributed: 14 23 32
// offloaded: 14 23 32
/* Declarators of one declaration run one after the other: a function with a parallel loop, and a copy behind it. */
#include <stdio.h>

typedef struct {
    double v[16];
} vec;

static vec halve(const vec* p)
{
    vec x = *p;
#pragma hydra parallel for
    for (int i = 0; i < 16; i++)
        x.v[i] /= 2;
    return x;
}

static vec wreck(vec* p)
{
    vec x = *p;
#pragma hydra parallel for
    for (int i = 0; i < 16; i++)
        p->v[i] = -i;
    return x;
}

int main(void)
{
    vec a;
#pragma hydra parallel for
    for (int i = 0; i < 16; i++)
        a.v[i] = i;
    vec b = halve(&a), c = a;
    vec before = a, d = wreck(&a), after = a;
    for (int i = 9; i < 16; i += 3)
        printf("%g %g %g %g %g\n", b.v[i], c.v[i], before.v[i], d.v[i], after.v[i]);
    return 0;
}
