// distributed: 9
/* Exceptions that a printing statement raises count on all sides of what follows. */
#include <fenv.h>
#include <stdio.h>
double a[100], b[100];
float f[100];
static void update(int k) {
#pragma hydra parallel for
    for (int i = 0; i < 100; i++) {
        a[i] = i - k;
        b[i] = i - 50;
        f[i] = i * 0.5f;
    }
}
static double ratio(double x, double y) { return x / y; }
int main(void) {
    update(3);
    feclearexcept(FE_ALL_EXCEPT);
    printf("%g %g\n", f[3], a[99]);
    if (fetestexcept(FE_ALL_EXCEPT)) update(9);
    printf("%g\n", a[60] / b[50]);
    if (fetestexcept(FE_DIVBYZERO)) update(8);
    feclearexcept(FE_ALL_EXCEPT);
    printf("%g\n", ratio(b[50], b[50]));
    if (fetestexcept(FE_INVALID)) update(5);
    feclearexcept(FE_ALL_EXCEPT);
    printf("%g\n", (float)(a[40] * 1e60));
    if (fetestexcept(FE_OVERFLOW)) update(4);
    printf("%g\n", a[99]);
    return 0;
}
