/* The twin of t07.cmaps. */
#include <math.h>
#include <stdio.h>
enum mode { SLOW, FAST = 7 };
typedef struct { double h; struct { int lo, hi; } r; float t[2]; enum mode m; } params;
static const double origin = 0.125;
static int scale = 3;
static double square(double x) { return x * x; }
static int clamp(int x, int lo, int hi) { return x < lo ? lo : x > hi ? hi : x; }
static void f(double x, int k, unsigned char c, enum mode m, double *r) { *r = x + k * 0.5 + c + m; }
static void g(params p, long i, double *r) { *r = p.h * i + p.r.lo - p.r.hi + p.t[i % 2] + p.m; }
static void h(params p, int n, double t[4], int w[2], double *r) { *r = p.h; for (int k = 0; k < n; k++) *r += t[k] * w[k % 2]; }
static double A[17], B[5][5];

static void scalars(params p, double *t, int n) {
    const double dx = 1.0 / n;
    int w[2] = {2, 5}, flip = 0;
    for (int i = 0; i < n; i++) f(origin + i * dx, i * i, i + 200, i % 2 ? FAST : SLOW, &A[i]);
    for (int i = 0; i < n; i += 2) f(square(sin(i * dx)) + p.h, clamp(i, p.r.lo, p.r.hi), (unsigned char)(i << 5), p.m, &A[i]);
    for (int i = 0; i < 5; i++) for (int j = 0; j < 5; j++) f((i == j) + (i > j && j != 2) * scale, i ^ j, ~i & 15, FAST, &B[i][j]);
    for (int i = 0; i < 5; i++) g(p, i * 2, &A[i]);
    for (int i = 5; i < 9; i++) h(p, 4, t, w, &A[i]);
    w[1] = w[0] + n; w[0]--;
    flip = !flip;
    p.h += 2;
    for (int i = 9; i < n; i++) h(p, flip + 2, t, w, &A[i]);
    for (int k = 2; k < n; k += 5) f(-k, (int)(k / 2.5), t[2], (enum mode)flip, &A[k]);
    for (int i = 0; i < 5; i++) for (int j = 0; j < 5; j++) f(fmax(i, j), i * j % 3, w[1], SLOW, &B[j][i]);
}
int main(void) {
    params p = {0.25, {2, 9}, {1.5f, 2.5f}, FAST};
    double t[4] = {1, 10, 100, 1000};
    scalars(p, t, 17);
    for (int i = 0; i < 17; i++) printf("%.17g\n", A[i]);
    for (int i = 0; i < 25; i++) printf("%.17g\n", B[0][i]);
    scale = 11; t[2] = -1;
    scalars(p, t, 17);
    for (int i = 0; i < 17; i++) printf("%.17g\n", A[i]);
    for (int i = 0; i < 25; i++) printf("%.17g\n", B[0][i]);
    printf("%g\n", p.h);
    return 0;
}
