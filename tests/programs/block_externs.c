// distributed: 19 22 25 28 34 41
// offloaded: 22 25
/* Arrays that blocks declare and the end of the file defines; pointers that promise alignment. */
#include <stdio.h>

static double a[40];
static float x[64] __attribute__((aligned(32))), y[64] __attribute__((aligned(32)));

static float *aligned(float *p)
{
    return __builtin_assume_aligned(p, 32);
}

int main(void)
{
    extern double table[];
    extern int count;
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        a[i] = table[i % 4] + count;
#pragma hydra parallel for
    for (int i = 0; i < 4; i++)
        table[i] += a[39 - i];
#pragma hydra parallel for
    for (int i = 0; i < 64; i++)
        x[i] = i;
#pragma hydra parallel for
    for (int i = 0; i < 64; i++) {
        float *p = __builtin_assume_aligned(y, 32);
        p[i] = x[63 - i];
    }
    for (int t = 0; t < 3; t++) {
#pragma hydra parallel for
        for (int i = 0; i < 64; i++) {
            const float *from = aligned(t % 2 ? y : x);
            float *to = aligned(t % 2 ? x : y);
            to[i] = from[(i + 7) % 64] + 1;
        }
    }
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) {
        double *p = __builtin_choose_expr(sizeof(int) == 4, a, &a[1]);
        p[i] *= 2;
    }
    float *q = __builtin_assume_aligned(x, 32);
    for (int i = 0; i < 64; i += 9)
        printf("%g %g ", q[i], y[i]);
    printf("%g %g %g\n", a[3], a[30], table[2]);
    return 0;
}

double table[4] = {1, 2, 3, 4};
int count = 3;
