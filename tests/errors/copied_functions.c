// Functions that a loop needs a copy of, and that cannot be copied as they stand.
#include <stdio.h>
static double a[64], b[64];
#define SCALE 2
static double scaled(int k)
{
    double r = a[k] * SCALE;
#undef SCALE // error: of which it needs a copy
#define SCALE 3 // error: the macro 'SCALE' changes inside of it
    return r + a[63 - k] * SCALE;
}
static double counted(int k)
{
    double r = ({
        static int c; // error: the static variable 'c' cannot be in both
        ++c;
    });
    return r * 1000 + a[k];
}
int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < 64; i++)
        a[i] = i % 9;
    double x = scaled(5) + counted(60);
#pragma hydra parallel for
    for (int i = 0; i < 64; i++)
        b[i] = scaled(i);
#pragma hydra parallel for
    for (int i = 0; i < 64; i++)
        printf("%g\n", counted(i));
    printf("%g %g\n", x, b[7]);
    return 0;
}
