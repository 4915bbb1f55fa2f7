// replicated: 13 22
// Pointers that an iteration keeps in an array or structure of its own.
#include <stdio.h>
#include <stdlib.h>
struct pair { double *p; int k; };
int main(void)
{
    int n = 40;
    double *a = malloc(n * sizeof(double)), *b = malloc(n * sizeof(double));
    for (int i = 0; i < n; i++) { a[i] = i; b[i] = 0; }
    for (int t = 0; t < 3; t++) {
#pragma hydra parallel for
    for (int i = 1; i < n - 1; i++) {
        double *side[2];
        side[0] = a; side[1] = b;
        side[1][i] = side[0][i - 1] + side[0][i + 1];
    }
    double *s = a; a = b; b = s;
    }
    struct pair pair;
#pragma hydra parallel for private(pair)
    for (int i = 1; i < n - 1; i++) {
        pair.p = a; pair.k = i;
        pair.p[pair.k] *= 2;
    }
    for (int i = 0; i < n; i++) printf("%g ", a[i]);
    printf("\n");
    return 0;
}
