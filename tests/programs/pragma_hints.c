// distributed: 17 20 22 24 26 27 31 35
// offloaded: 17 20 22 24 26 27 31 35
// Macros beside a directive that say how the loop is compiled, some of them with the directive in them.
#include <stdio.h>
#define N 400
#define DO_PRAGMA(text) _Pragma(#text)
#define IVDEP _Pragma("GCC ivdep")
#define UNROLL(n) DO_PRAGMA(GCC unroll n)
#define BOTH IVDEP _Pragma("GCC unroll 2")
#define PAR _Pragma("hydra parallel for")
#define PARHINT _Pragma("GCC unroll 2") _Pragma("hydra parallel for") _Pragma("GCC ivdep")
static double a[N], b[N];
int main(void)
{
    IVDEP
#pragma hydra parallel for
    for (int i = 0; i < N; i++) a[i] = i;
#pragma hydra parallel for
    IVDEP
    for (int i = 0; i < N; i++) b[i] = a[i] * 2;
    UNROLL(4) PAR IVDEP
    for (int i = 0; i < N; i++) a[i] += b[N - 1 - i];
    UNROLL(8) PAR
    for (int i = 0; i < N; i++) b[i] += 1;
    PAR DO_PRAGMA(GCC ivdep) /* beside it */
    for (int i = 0; i < N; i++) b[i] += 2;
    PARHINT for (int i = 0; i < N; i++) a[i] -= b[i];
    if (a[3] > 1)
        BOTH
#pragma hydra parallel for
        for (int i = 0; i < N; i++) b[i] += 3;
    IVDEP for (int i = 1; i < N; i++) a[i] -= b[i];
    IVDEP
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        double s = 0;
        UNROLL(3) for (int k = 0; k < 3; k++) s += b[(i + k) % N];
        a[i] += s;
    }
    double sum = 0;
    for (int i = 0; i < N; i++) sum += a[i] * (i % 7) + b[i];
    printf("%g %g\n", sum, a[9]);
    return 0;
}
