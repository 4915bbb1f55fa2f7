// hydracc: -Wall -Wextra -Wno-unknown-pragmas -Wredundant-decls -Wfloat-equal -Werror
// distributed: 17 20 26 29
// offloaded: 17 26
// A project that is compiled with strict warnings: what is generated gives none of them, either. A helper is declared
// at the top and defined last; minima are taken by macros, and
// one compares a subscript with itself, where the element is looked up.
#include <stdio.h>

#define TRI(i, j) ((i) >= (j) ? (i) * ((i) + 1) / 2 + (j) : (j) * ((j) + 1) / 2 + (i))
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
    double packed[78], diagonal[12], *found = packed;
#pragma hydra parallel for
    for (int i = 0; i < 78; i++)
        packed[i] = i * 0.5;
#pragma hydra parallel for
    for (int i = 0; i < 12; i++)
        diagonal[i] = found[TRI(i, i)] + found[TRI(i, 11 - i)];
    printf("%g %g\n", diagonal[0], diagonal[7]);
    printf("%g %g %g %g %g\n", x[3], least, rows[0], rows[1], rows[2]);
    return 0;
}

double half(double x) { return x / 2; }
