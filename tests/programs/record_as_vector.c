// distributed: 12
// offloaded: 12
// A record of numbers, handled as a vector by a helper that copies any number of them.
#include <stdio.h>
#include <string.h>
struct W { double rho, u, p; double flux[20]; };
static struct W q[100];
static void vcopy(double *d, const double *s, int n) { memcpy(d, s, n * sizeof *d); }
int main(void) {
    struct W s;
    #pragma hydra parallel for
    for (int i = 0; i < 100; i++) { q[i].rho = i; q[i].p = 3 * i; for (int k = 0; k < 20; k++) q[i].flux[k] = i + k; }
    vcopy((double *)&s, (double *)&q[77], sizeof s / sizeof(double));
    printf("%g %g %g\n", s.rho, s.p, s.flux[7]);
}
