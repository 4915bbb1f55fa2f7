// distributed: 9
// offloaded: 9
// A plain member of a record variable that a loop stores through its own address.
#include <stdio.h>
typedef struct { double v[40]; int n; double max; } vec;
static vec g;
static void put(double *d, double *e) {
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) { d[i] = i; if (i == 39) *e = i; }
}
int main(void) {
    put(g.v, &g.max);
    printf("%g %g\n", g.v[3], g.max);
    return 0;
}
