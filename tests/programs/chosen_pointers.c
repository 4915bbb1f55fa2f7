// distributed: 9 11
// offloaded: 9 11
// Arrays that a condition chooses between, which is the same for all iterations.
#include <stdio.h>
#define N 64
static double a[N], b[N], c[N];
static void go(int which) {
#pragma hydra parallel for
    for (int i = 0; i < N; i++) (which ? a : b)[i] = i + which;
#pragma hydra parallel for
    for (int i = 0; i < N; i++) { double *p = which ? a : b; c[i] += p[i]; }
}
int main(void) {
    go(0); go(1);
    for (int i = 0; i < N; i += 7) printf("%g %g %g\n", a[i], b[i], c[i]);
    return 0;
}
