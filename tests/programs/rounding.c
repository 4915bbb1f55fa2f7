// distributed: 14 22
// offloaded: 22
/* Directions of rounding and exceptions of floating-point arithmetic, chosen by serial code. */
#include <fenv.h>
#include <math.h>
#include <stdio.h>

#define N 5000
static double a[N], b[N];

static void divide(double by)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        b[i] = a[i] / by + 0.1;
}

int main(void)
{
    static const int direction[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST};
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        a[i] = i - 1.5;
    for (int d = 0; d < 5; d++) {
        fesetround(direction[d]);
        for (int t = 0; t < 3; t++)
            divide(3 + t);
        fesetround(FE_TONEAREST);
        printf("%a %a %a\n", b[1], b[N / 2], b[N - 1]);
    }
    return 0;
}
