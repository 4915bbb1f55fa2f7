// distributed: 13 31 37 41 45 48
// offloaded: 13 31 37 41 45 48
/* Hints for the native compiler before serial loops that read what parallel loops wrote. */
#include <stdio.h>
#define N 40
static double a[N], b[N];

int main(void)
{
    int i;
    double s = 0;
#pragma hydra parallel for
    for (i = 0; i < N; i++)
        a[i] = i;
#pragma GCC unroll 4
    for (i = 0; i < N; i++)
        s += a[i];
    if (s > 3)
#pragma GCC ivdep
        for (i = 0; i < N; i++)
            a[i] += s;
    for (int t = 0; t < 2; t++) {
        /* two hints at once */
#pragma GCC ivdep
        /* the second */
#pragma GCC unroll 2
        for (i = 1; i < N; i++)
            a[i] += a[i] / 2 + t;
        _Pragma("GCC unroll 2") for (i = 0; i < N; i += 2) s -= a[i];
#pragma hydra parallel for
        for (i = 0; i < N; i++)
            b[i] += a[N - 1 - i];
    }
    /* with the directive, in any order and form */
    _Pragma("GCC unroll 4")
#pragma hydra parallel for
    for (i = 0; i < N; i++)
        b[i] += a[i] * 2;
#pragma hydra parallel for
    _Pragma("GCC unroll 4")
    for (i = 0; i < N; i++)
        b[i] += a[i] * 3;
    if (s < 1e9)
        _Pragma("GCC ivdep") _Pragma( "GCC unroll 2" ) _Pragma("hydra parallel for")
        for (i = 0; i < N; i++)
            b[i] -= a[i];
    _Pragma("hydra parallel for") _Pragma("GCC ivdep")
    for (i = 0; i < N; i++)
        b[i] -= a[i];
    switch ((int)s % 2) {
    default:
#pragma GCC unroll 2
        for (i = 0; i < N; i++)
            printf("%g ", b[i]);
    }
    printf("%d %g\n", __LINE__, s);
    return 0;
}
