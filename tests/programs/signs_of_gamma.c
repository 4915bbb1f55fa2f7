// replicated: 13
/* The sign that lgamma leaves beside its result. */
#include <math.h>
#include <stdio.h>

static double x[60], y[60];

int main(void)
{
    for (int i = 0; i < 60; i++)
        x[i] = i < 59 ? 1 + i * 0.25 : -0.5;
#pragma hydra parallel for
    for (int i = 0; i < 60; i++)
        y[i] = lgamma(x[i]) + 1;
    printf("%d\n", signgam);
    double s = 0;
    for (int i = 0; i < 59; i++)
        s += lgamma(y[i] + 2);
    if (signgam > 0)
        printf("%.9g %.9g\n", s, y[59]);
    return 0;
}
