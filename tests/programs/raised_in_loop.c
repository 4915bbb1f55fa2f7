// Iterations that look at floating-point exceptions which earlier ones, or serial code, have raised.
// verify: no
// replicated: 16 23
#include <fenv.h>
#include <stdio.h>

int main(void)
{
    int n = 60, seen = 0, raised = 0;
    volatile double zero = 0;
    double r[60];
    feclearexcept(FE_ALL_EXCEPT);
    volatile double infinite = 1 / zero; /* or the compiler might leave it out */
    r[0] = infinite;
#pragma hydra parallel for reduction(+ : seen)
    for (int i = 0; i < n; i++) {
        r[i] = i;
        if (fetestexcept(FE_DIVBYZERO))
            seen++;
    }
    feclearexcept(FE_ALL_EXCEPT);
#pragma hydra parallel for reduction(+ : raised)
    for (int i = 0; i < n; i++) {
        volatile double a = i - 25, q = 1 / a;
        r[i] = q;
        if (fetestexcept(FE_DIVBYZERO))
            raised++;
    }
    printf("%d %d %d\n", seen, raised, !!fetestexcept(FE_DIVBYZERO));
    return 0;
}
