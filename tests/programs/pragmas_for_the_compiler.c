// distributed: 10 15 21
// offloaded: 10 15 21
// What tells the native compiler of a loop, beside the directive of the same loop.
#include <stdio.h>
static double a[24], b[24], c[24][8];
int main(void)
{
#pragma hydra parallel for
#pragma GCC ivdep
    for (int i = 0; i < 24; i++)
        a[i] = i * 0.5;
#pragma GCC unroll 4
#pragma GCC ivdep
    #pragma hydra parallel for
    for (int i = 0; i < 24; i++)
        b[i] = a[23 - i] * 2 + i;
    #pragma hydra parallel for
    /* four at a time */
    # pragma GCC unroll 4

    for (int i = 0; i < 24; i++) {
#pragma GCC unroll 2
        for (int j = 0; j < 8; j++)
            c[i][j] = b[i] * j;
    }
    double sum = 0;
#pragma GCC unroll 8
    for (int i = 0; i < 24; i++)
        sum += c[i][i % 8] + a[i];
    printf("%g %g %g\n", b[3], c[20][7], sum);
    return 0;
}
