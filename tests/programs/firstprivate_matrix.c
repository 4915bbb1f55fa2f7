// distributed: 14 25
// A firstprivate matrix that the loop only reads, and that is used after it; and arrays and structs that the loop
// changes, declared anew in each round of the loop around it.
#include <stdio.h>
static double a[40];
static void rounds(double *x)
{
    for (int t = 0; t < 3; t++) {
        double tmp[3] = {1, 2, 3};
        struct { double v[2]; int k; } s;
        s.v[0] = t;
        s.v[1] = s.k = 2;
#pragma hydra parallel for firstprivate(tmp, s)
        for (int i = 0; i < 40; i++) {
            tmp[1] = x[i];
            s.v[1] = s.k + x[i];
            x[i] = tmp[0] + tmp[1] + tmp[2] + s.v[0] + s.v[1] * 0.5 + s.k;
        }
    }
}
int main(void) {
    double m[3][40];
    for (int i = 0; i < 40; i++) m[1][i] = 3 * i;
#pragma hydra parallel for firstprivate(m)
    for (int i = 0; i < 40; i++) a[i] = m[1][39 - i];
    printf("%g %g\n", a[3], m[1][2]);
    rounds(a);
    printf("%g %g\n", a[3], a[39]);
    return 0;
}
