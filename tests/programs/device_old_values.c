// distributed: 24 26 28 30 32 34 36 38 40 42 44 46 48 50 52 54
// offloaded: 24 26 28 30 32 34 36 38 40 42 44 46 48 50 52 54
/* Elements that an iteration stores in some cases, in part, later, or in an order that nobody knows, and reads: old values
   count. Beside them, stores in all cases. */
#include <stdio.h>
#include <stdlib.h>
#define N 500
typedef struct { char c; int k; double d; short s[3]; } rec;
typedef union { struct { unsigned lo, hi; } h; double d; unsigned char b[8]; float f; } un;
static double a[N], b[N], c[N], d[N], e[N], f[N], o[N];
static double m2[N][8];
static rec r[N]; static un u[N];
static double set(double *p, double v) { return *p = v; }
static double early(double *p, double v) { if (v > 50) return v; *p = v; return -v; }
static double both(double *p, double v) { if (v > 50) { *p = 1; return v; } *p = v; return -v; }
static double rec_(double *p, int k) { if (k <= 0) return *p; double t = rec_(p, k - 1); *p = k; return t; }
static double half(double *p, int n, double v) { for (int j = 0; j < n; j++) p[j] = v + j; return v; }
static void sw(double *p, int k) { switch (k) { case 0: *p = 5; break; case 1: *p = 7; default: break; } }
static void swall(double *p, int k) { switch (k) { case 0: *p = 5; break; case 1: *p = 7; break; default: *p = 9; } }
int main(void)
{
    for (int i = 0; i < N; i++) { a[i] = 1000 + i; b[i] = 2000 + i; c[i] = 3000 + i; d[i] = 4000 + i; e[i] = 5000 + i; f[i] = 6000 + i; u[i].d = i*0.5; r[i].c = i; r[i].k = i; r[i].d = i; r[i].s[0] = r[i].s[1] = r[i].s[2] = i; for (int j = 0; j < 8; j++) m2[i][j] = 70 + j; }
    #pragma hydra parallel for
    for (int i = 0; i < N; i++) { o[i] = (i * 0.7 > 100.3 && set(&a[i], i) > 0) ? a[i] : a[i] + 1; }
    #pragma hydra parallel for
    for (int i = 0; i < N; i++) { o[i] += early(&b[i], i * 0.31); o[i] += b[i]; }
    #pragma hydra parallel for
    for (int i = 0; i < N; i++) { o[i] += both(&c[i], i * 0.31); o[i] += c[i]; }
    #pragma hydra parallel for
    for (int i = 0; i < N; i++) { sw(&e[i], i % 3); o[i] += e[i]; swall(&f[i], i % 3); o[i] += f[i]; }
    #pragma hydra parallel for
    for (int i = 0; i < N; i++) { half(m2[i], i % 5 > 2 ? 8 : 7, i); for (int j = 0; j < 8; j++) o[i] += m2[i][j]; }
    #pragma hydra parallel for
    for (int i = 0; i < N; i++) { for (int j = 0; j < 7; j++) m2[i][j] = j; for (int j = 0; j < 8; j++) o[i] += m2[i][j]; }
    #pragma hydra parallel for
    for (int i = 0; i < N; i++) { for (int j = 0; j < 8; j += 2) m2[i][j] = j + i; for (int j = 0; j < 8; j++) o[i] += m2[i][j] > 3 ? m2[i][j] : 1; }
    #pragma hydra parallel for
    for (int i = 0; i < N; i++) { for (int j = 0; j < 8; j++) { if (j > 0) o[i] += m2[i][j - 1]; o[i] += 2*m2[i][j]; m2[i][j] = o[i]; } }
    #pragma hydra parallel for
    for (int i = 0; i < N; i++) { r[i].k = 3; r[i].d = o[i]; rec t = r[i]; o[i] += t.c + t.k + t.d + t.s[2]; }
    #pragma hydra parallel for
    for (int i = 0; i < N; i++) { r[i].s[0] = 1; r[i].s[2] = 2; for (int j = 0; j < 3; j++) o[i] += r[i].s[j]; }
    #pragma hydra parallel for
    for (int i = 0; i < N; i++) { u[i].h.lo = i; o[i] += u[i].b[7] + u[i].b[1]; u[i].f = 2.5f; o[i] += u[i].d; }
    #pragma hydra parallel for
    for (int i = 0; i < N; i++) { u[i].b[0] = u[i].b[1] = u[i].b[2] = 9; o[i] += u[i].h.lo % 1000; u[i].b[3] = 1; o[i] += u[i].h.lo % 1000 + u[i].f; }
    #pragma hydra parallel for
    for (int i = 0; i < N; i++) { for (int t = 0; t < 2; t++) { if (t) o[i] += d[i]; else o[i] -= d[i]; if (!t) d[i] = i; } }
    #pragma hydra parallel for
    for (int i = 0; i < N; i++) { do { o[i] += a[i]; if (o[i] > 1e5) break; a[i] = i; } while (a[i] + o[i] < 0); o[i] += a[i]; }
    #pragma hydra parallel for
    for (int i = 0; i < N; i++) { int k = i; for (; k % 3; k--) b[i] = k; o[i] += b[i]; c[i] = 1; while (k > i - 5) { c[i] += k; k--; } o[i] += c[i]; }
    #pragma hydra parallel for
    for (int i = 0; i < N; i++) { if (i % 4 < 2) e[i] = 1; if (i % 4 >= 2) e[i] = 2; o[i] += e[i]; if (i % 5 < 2) f[i] = 1; if (i % 5 > 2) f[i] = 2; o[i] += f[i]; }
    double s = 0, v = 0; for (int i = 0; i < N; i++) { s += o[i]*(i % 31 + 1); v += a[i] + b[i]*2 + c[i]*3 + d[i] + e[i] + f[i] + m2[i][i % 8] + u[i].b[i % 8] + r[i].s[1] + r[i].d; }
    printf("%.17g %.17g\n", s, v);
    return 0;
}
