// What each iteration has for itself is known by its name, and by nothing else.
#include <stdio.h>
static int k;
static double a[64], g = 3, *pg = &g;
static double twice(void) { return k * 2.0; }
static double (*const ops[2])(void) = {twice, twice};
void f(double *other)
{
#pragma hydra parallel for
    for (k = 0; k < 64; k++)
        a[k] = ops[k & 1](); // error: each iteration has a 'k' of its own, and 'twice', which may be called
    int i, *pi = &i, n = 0, *pn = &n;
#pragma hydra parallel for
    for (i = 0; i < 64; i++)
        a[i] = *pi; // error: each iteration has a 'i' of its own, and what is reached through a pointer here
#pragma hydra parallel for private(g)
    for (int j = 0; j < 64; j++) {
        g = j;
        a[j] = *pg + *pn; // error: each iteration has a 'g' of its own
    }
#pragma hydra parallel for private(g)
    for (int j = 0; j < 64; j++) {
        g = other != pg;
        a[j] = g + *pn;
    }
}
