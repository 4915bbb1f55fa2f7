// distributed: 14
// offloaded: 14
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define N 28
static double d[N][8];
static float f[N][6];
static int k[N][3];
int main(void)
{
    int i, j;
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        double x = (i - 14) * 0.37;
        int e;
        d[i][0] = sin(x) + cos(x);
        d[i][1] = exp(-x * x);
        d[i][2] = log(1 + fabs(x)) + log10(i + 1) + log2(i + 2);
        d[i][3] = pow(2.5, x) + cbrt(x);
        d[i][4] = atan2(x, 2) + tanh(x) + asin(x / 10);
        d[i][5] = fmod(x, 1.1) + copysign(3, x) + trunc(x);
        d[i][6] = frexp(x, &e) + ldexp(1, i % 5);
        d[i][7] = erf(x) + tgamma(1 + fabs(x)) + hypot(x, 1);
        f[i][0] = sinf((float)x);
        f[i][1] = sqrtf(fabsf((float)x));
        f[i][2] = powf(1.5f, (float)i / 8);
        f[i][3] = expf((float)-x);
        f[i][4] = fmaxf((float)x, 0) - fminf((float)x, 1);
        f[i][5] = floorf((float)x) + ceilf((float)x);
        k[i][0] = (int)lround(x) + e;
        k[i][1] = abs(i - 9) + isnan(x) + (x > 0 ? signbit(-x) != 0 : 0);
        k[i][2] = (int)rint(x * 3);
    }
    for (i = 0; i < N; i++) {
        for (j = 0; j < 8; j++)
            printf("%.12g ", d[i][j]);
        for (j = 0; j < 6; j++)
            printf("%.6g ", f[i][j]);
        printf("%d %d %d\n", k[i][0], k[i][1], k[i][2]);
    }
    return 0;
}
