// distributed: 14 34 50
// replicated: 41
// offloaded: 14 50
// Operands that a call of the compiler's own function asks about, and never computes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 24
#define M 6
static double a[N][M], o[N], z[N];
static void refill(int t)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        z[i] = i;
        for (int j = 0; j < M; j++)
            a[N - 1 - i][j] = 10 * i + j + t;
    }
}
static void show(int k)
{
    double h = 0;
    for (int i = 0; i < N; i++) {
        h = h * 1.01 + o[i];
        for (int j = 0; j < M; j++)
            h += a[i][j] * (j + 1);
    }
    printf("%d %.15g\n", k, h);
}
int main(void)
{
    refill(1);
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        int k = __builtin_choose_expr(1, 3, a[i][2] = 4);
        o[i] += a[i][2] + k;
    }
    show(1);
    refill(2);
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        o[i] += __builtin_expect(a[i][1] = 2, 1) + a[i][1] * 0;
        o[i] += a[i][1];
        (void)sizeof(double[(int)(a[i][3] = 2)]);
        o[i] += a[i][3];
    }
    show(2);
    refill(3);
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        o[i] += __alignof__(a[i][0] = 2);
        o[i] += a[i][0];
        o[i] += __builtin_types_compatible_p(__typeof__(a[i][1] = 3), double) + a[i][1];
        o[i] += sizeof(int) == 4 || (a[i][4] = 2);
        o[i] += a[i][4];
    }
    show(3);
    return 0;
}
