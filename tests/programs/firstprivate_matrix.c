// A firstprivate matrix that the loop only reads, and that is used after it.
#include <stdio.h>
static double a[40];
int main(void) {
    double m[3][40];
    for (int i = 0; i < 40; i++) m[1][i] = 3 * i;
#pragma hydra parallel for firstprivate(m)
    for (int i = 0; i < 40; i++) a[i] = m[1][39 - i];
    printf("%g %g\n", a[3], m[1][2]);
    return 0;
}
