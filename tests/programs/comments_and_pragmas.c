// distributed: 23
// offloaded: 23
// Pragmas in comments, comments in pragmas, pragmas over several lines, and directives beside statements that need an
// array from other ranks.
#include <stdio.h>

static int a[64];
static int s, rest;

static void step(int k)
{
    s = 0; /* we had
#pragma omp parallel for here */
    s += a[k];
}

static int next(void) { return rest-- > 0; }

int main(void)
{
    int t = 0, quote = '"';
#pragma hydra parallel for
    for (int i = 0; i < 64; i++)
        a[i] = i * 3;
    step(60);
    printf("%d\n", s);
#pragma GCC \
    unroll 4
    for (int i = 0; i < 7; i++)
        t += a[i * 9];
#pragma GCC unroll 4 /* four
    at once */
    for (int i = 0; i < 7; i++)
        t += a[i * 8];
#ifdef OLD
    t = 0;
#endif /* pragma */
    t += a[33];
#pragma GCC unroll 4
    /* three steps */
    for (int i = 0; i < 3; i++)
        step(i); // two */
    t = t + a[50] + (quote == '"');
    rest = 5;
    _Pragma("GCC unroll 4") while (next()) t += a[rest];
    printf("%d %d\n", t, s);
    return 0;
}
