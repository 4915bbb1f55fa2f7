// distributed: 10
// Loops of exact arithmetic raise nothing.
#include <stdio.h>
#include <fenv.h>
double a[400];
int main(void) {
    feclearexcept(FE_ALL_EXCEPT);
    for (int k = 0; k < 3; k++) {
#pragma hydra parallel for
        for (int i = 0; i < 400; i++) a[i] = i + k;
        printf("%d %g\n", fetestexcept(FE_INEXACT) != 0, a[7]);
    }
    return 0;
}
