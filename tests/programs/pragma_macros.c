// distributed: 17 23 31
// offloaded: 17 23 31
// Macros that make pragmas for the serial loops behind them, as code that cares for speed has them.
#include <stdio.h>

#define PRAGMA(text) _Pragma(#text)
#define UNROLL _Pragma("GCC unroll 4")
#define IVDEP PRAGMA(GCC ivdep)
#define BOTH IVDEP \
             UNROLL
#define EMPTY

int main(void)
{
    double a[30], s = 0, t = 1;
#pragma hydra parallel for
    for (int i = 0; i < 30; i++)
        a[i] = i;
    UNROLL
    for (int i = 0; i < 30; i++)
        s += a[i];
#pragma hydra parallel for
    for (int i = 0; i < 30; i++)
        a[i] += 1;
    PRAGMA(GCC ivdep) for (int i = 0; i < 30; i++) t += a[i] * s;
    if (t > 0)
        BOTH
        for (int i = 29; i >= 0; i--)
            s -= a[i] / 2;
#pragma hydra parallel for
    for (int i = 0; i < 30; i++)
        a[i] *= s;
    EMPTY
    for (int i = 0; i < 30; i += 7)
        printf("%g ", a[i]);
    IVDEP /* once more */
    for (int i = 0; i < 30; i++)
        a[i] += t;
    printf("%g %g\n", s, a[3]);
    return 0;
}
