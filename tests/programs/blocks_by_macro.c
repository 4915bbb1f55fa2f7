// distributed: 12 15 29 36
// offloaded: 12 15 29 36
// Macros that make whole statements: a condition, a loop, a block that runs once. What they read and write lies on other
// ranks; whether they do is decided inside.
#include <stdio.h>

static double a[120], b[120];

static void smooth(void)
{
#pragma hydra parallel for
    for (int i = 0; i < 120; i++)
        b[i] = a[119 - i] + 1;
#pragma hydra parallel for
    for (int i = 0; i < 120; i++)
        a[i] = b[i] * 2;
}

#define FRESH(x)        \
    do {                \
        s += a[60 + x]; \
        s *= 0.5;       \
    } while (0)

int main(void)
{
    double s = 0;
#pragma hydra parallel for
    for (int i = 0; i < 120; i++)
        a[i] = i;
    FRESH(3);
    smooth();
    FRESH(4);
    double half_of(int);
#pragma hydra parallel for
    for (int i = 0; i < 120; i++)
        b[i] += half_of(i);
    for (int i = 0; i < 120; i++)
        s += a[i] * b[i];
    printf("%.17g\n", s);
    return 0;
}

double half_of(int k) { return k * 0.5; }
