// distributed: 12 14
// offloaded: 12 14
// Arrays inside struct variables, static and local, written and read by parallel loops.
#include <stdio.h>
#define N 64
struct grid { int n; double w[N]; double v[N][4]; };
static struct grid F;
int main(void) {
    struct grid L;
    F.n = L.n = N;
#pragma hydra parallel for
    for (int i = 0; i < N; i++) { F.w[i] = i; L.w[i] = 2 * i; for (int j = 0; j < 4; j++) F.v[i][j] = i + j; }
#pragma hydra parallel for
    for (int i = 1; i < N - 1; i++) L.v[i][1] = F.w[i - 1] + F.w[i + 1] + L.w[i] + F.v[i-1][2];
    double s = 0;
    for (int i = 1; i < N - 1; i++) s += L.v[i][1] * i;
    printf("%g %g\n", s, F.v[10][3]);
    return 0;
}
