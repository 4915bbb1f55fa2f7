// hydracc: -Wredundant-decls -Wfloat-equal -Werror
// A project that is compiled with strict warnings: what is generated gives none of them, either. A helper is declared
// at the top and defined last; minima are taken by macros.
#include <stdio.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))

double half(double x);

int main(void) {
    double x[40], least = 1e9, rows[3] = {50, 50, 50};
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        x[i] = half(i);
#pragma hydra parallel for reduction(min : least, rows)
    for (int i = 0; i < 40; i++) {
        least = MIN(least, x[i]);
        rows[i % 3] = MIN(rows[i % 3], x[i] + 1);
    }
    printf("%g %g %g %g %g\n", x[3], least, rows[0], rows[1], rows[2]);
    return 0;
}

double half(double x) { return x / 2; }
