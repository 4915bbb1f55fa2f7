// distributed: 17
// <tgmath.h>: one name for functions of all precisions, also of complex numbers.
#include <complex.h>
#include <stdio.h>
#include <tgmath.h>

enum { N = 60 };

int main(void) {
    static double a[N], c[N];
    static float b[N];
    static int whole[N];
    static float complex z[N];
    double sum = 0;
    float least = 1e9f;
#pragma hydra parallel for reduction(+ : sum) reduction(min : least)
    for (int i = 0; i < N; i++) {
        double x = 0.1 * i, rest;
        float y = 0.25f * i;
        a[i] = sin(x) + pow(x, 2) + hypot(x, y) + sqrt(i);
        b[i] = cos(y) + fmax(y, 3.0f);
        c[i] = frexp(x, &whole[i]) + ldexp(y, 2) + fabs(x - 3);
        z[i] = exp(y * I) + conj((float complex)y);
        least = b[i] < least ? b[i] : least;
        rest = floor(x);
        sum += rest;
    }
    for (int i = 0; i < N; i += 7)
        printf("%.12g %.7g %.12g %d %.6g %.6g\n", a[i], b[i], c[i], whole[i], crealf(z[i]), carg(z[i]));
    printf("%g %g %zu %zu\n", sum, least, sizeof sqrt(b[0]), sizeof sqrt(z[0]));
    return 0;
}
