// distributed: 43
// offloaded: 43
// A macro that makes a pragma, and is undefined, redefined to nothing, and defined again further down in the file.
#include <stdio.h>
#define UNROLL _Pragma("GCC unroll 4")
static double a[50], b[50];

static double sum(void)
{
    double s = 0;
    UNROLL
    for (int i = 0; i < 50; i++)
        s += a[i];
    return s;
}
#undef UNROLL
#define UNROLL s += 1;

static double more(void)
{
    double s = 0;
    UNROLL
    for (int i = 0; i < 50; i++)
        s += b[i];
    return s;
}
#undef UNROLL
#define UNROLL _Pragma("GCC ivdep")

static double most(void)
{
    double s = 0;
    UNROLL
    for (int i = 0; i < 50; i++)
        s += a[i] * b[i];
    return s;
}
#undef UNROLL

int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < 50; i++) {
        a[i] = i;
        b[i] = 50 - i;
    }
    printf("%g %g %g\n", sum(), more(), most());
    return 0;
}
