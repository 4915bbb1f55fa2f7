// distributed: 12 16
/* Flags of floating-point exceptions that a loop raises. */
#include <fenv.h>
#include <math.h>
#include <stdio.h>

static double a[40], b[40];

int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        a[i] = i - 37.5;
    feclearexcept(FE_ALL_EXCEPT);
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        b[i] = sqrt(-a[i]);
    puts(fetestexcept(FE_INVALID) ? "invalid" : "fine");
    feclearexcept(FE_ALL_EXCEPT);
    double s = 0;
    for (int i = 0; i < 40; i++)
        s += 1 / (a[i] + 37.5);
    puts(fetestexcept(FE_DIVBYZERO) ? "divided by zero" : "fine");
    printf("%g %g\n", s, b[3]);
    return 0;
}
