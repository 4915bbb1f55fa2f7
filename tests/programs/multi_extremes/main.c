// distributed: 71 95 109 140
// replicated: 112
// offloaded: 95 109 140
// Maxima within maxima, with numbers, with values that are none, and with zeros of both signs; functions that choose in
// several ways, in this file and in another one; tallies that hand on their array, or a place in it.
#include <math.h>
#include <stdio.h>
#define N 301
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define SAFE(a, b)                                                                                                     \
    ({                                                                                                                 \
        __typeof__(a) _a = (a);                                                                                        \
        __typeof__(b) _b = (b);                                                                                        \
        _a > _b ? _a : _b;                                                                                             \
    })
#define SAFER(a, b)                                                                                                    \
    ({                                                                                                                 \
        __typeof__(a) _c = (a);                                                                                        \
        __typeof__(b) _d = (b);                                                                                        \
        _c > _d ? _c : _d;                                                                                             \
    })
double dmax(double a, double b), dmin(double a, double b);
long lmax(long, long);
void tally(int* hist, int bin);
static double x[N], y[N], z[N];
static float f[N], g[N];
static int k[N], l[N];
static double by_library(double a, double b) { return fmax(a, b); }
static double turned(const double a, const double b) {
    const double r = dmax(b, a);
    return r;
}
static double either(double a, double b) {
    double r;
    if (a >= b)
        r = a;
    else
        r = b;
    return r;
}
static double in_place(double a, double b) {
    if (a < b)
        a = b;
    return a;
}
static double size(const double* v, int i) {
    double s = 0;
    for (int d = 0; d < 2; d++)
        s += v[i] * v[(i + d) % N];
    return fabs(s);
}
static void one(int* c) { ++*c; }
static void add(double* c, double w) { *c += w; }
static void three(double* c, double w) {
    add(c, w);
    add(&c[1], w / 2);
    add(c + 2, w / 4);
}
static void least(int* c, int v) {
    if (v < *c)
        *c = v;
}
static void choose(int numbers) {
    double a = -1e9, b = 1e9, c = -1e9, d = -1e9, e = -1e9, h = -1e9, p = -1e9, q = -1e9, r = -1e9, s = -1e9, u = 0;
    double v = -1e9, w = -1e9;
    float fa = -1e9f, fb = -1e9f, fc = -1e9f;
    int ia = -1000, ib = 1000, ic = -1000;
    long la = -9;
#pragma hydra parallel for reduction(max : a, d, e, p, q, r, s, u, v, w, fa, fb, ia, ic, la) reduction(min : b, ib)
    for (int i = 0; i < N; i++) {
        a = dmax(dmax(a, x[i]), y[i]);
        b = dmin(dmin(dmin(b, x[i]), y[i]), z[i]);
        d = MAX(MAX(MAX(d, x[i]), y[i]), z[i]);
        e = SAFER(SAFE(e, x[i]), y[i]);
        p = turned(turned(p, x[i]), y[i]);
        q = either(either(q, x[i]), y[i]);
        r = in_place(in_place(r, y[i]), x[i]);
        s = MAX(s, MAX(x[i], y[i]));
        u = dmax(dmax(u, size(x, i)), size(y, i));
        v = dmax(v, fabs(x[i] - y[i]));
        w = dmax(x[i], dmax(y[i], w));
        fa = dmax(fa, f[i]);
        fb = dmax(dmax(fb, f[i]), g[i]);
        ia = lmax(lmax(ia, k[i]), l[i]);
        ib = MIN(MIN(ib, k[i]), l[i]);
        ic = dmax(ic, k[i]);
        la = lmax(k[i], lmax(la, l[i]));
    }
    printf("%g %g %g %g %g %g %g %g %g %g %g\n", a, b, d, e, p, q, r, s, u, v, w);
    printf("%g %g %d %d %d %ld\n", fa, fb, ia, ib, ic, la);
    if (!numbers) // of two zeros the library takes any
        return;
#pragma hydra parallel for reduction(max : c, h, fc)
    for (int i = 0; i < N; i++) {
        c = fmax(fmax(c, x[i]), y[i]);
        h = by_library(y[i], by_library(x[i], h));
        fc = fmax(fc, fmaxf(f[i], g[i]));
    }
    printf("%g %g %g\n", c, h, fc);
}
/* one falls, the other one rises: what is lost on the way shows at any number of ranks */
static void falling_and_rising(void) {
    double a = -1e9, b = 1e9;
    float c = -1e9f;
    for (int i = 0; i < N; i++)
        x[i] = 1000 - i, y[i] = i * 0.5, f[i] = (float)x[i], g[i] = (float)y[i];
#pragma hydra parallel for reduction(max : a)
    for (int i = 0; i < N; i++)
        a = dmax(dmax(a, x[i]), y[i]);
#pragma hydra parallel for reduction(min : b) reduction(max : c)
    for (int i = 0; i < N; i++) {
        b = dmin(-x[i], dmin(b, -y[i]));
        c = dmax(dmax(c, f[i]), g[i]);
    }
    printf("%g %g %g\n", a, b, c);
}

int main(void) {
    falling_and_rising();
    int hist[8] = {0}, counted[8] = {0}, low[8];
    double weight[10] = {0}, part[12] = {0};
    for (int mode = 0; mode < 5; mode++) {
        for (int i = 0; i < N; i++) {
            x[i] = (i * 37) % 101 - 50.25, y[i] = (i * 11) % 89 - 40.5, z[i] = (i * 7) % 97 - 30.125;
            k[i] = (i * 29) % 113 - 40, l[i] = (i * 31) % 127 - 50;
            if (mode & 1 && i % 50 == 20)
                x[i] = NAN;
            if (mode & 2 && i % 50 == 23)
                y[i] = NAN;
            if (mode == 4)
                x[i] = i % 3 ? 0.0 : -0.0, y[i] = i % 2 ? -0.0 : -1, z[i] = -0.0;
            f[i] = (float)x[i], g[i] = (float)y[i];
        }
        choose(mode != 4);
    }
    for (int b = 0; b < 8; b++)
        low[b] = 1000;
#pragma hydra parallel for reduction(+ : hist, counted, weight, part [2:10]) reduction(min : low)
    for (int i = 0; i < N; i++) {
        one(&hist[k[i] & 7]);
        one(counted + 3);
        tally(counted, l[i] & 7);
        three(&weight[i % 8], k[i] / 4.0);
        three(part + 2 + i % 8, l[i] / 4.0);
        least(low + i % 8, k[i]);
    }
    for (int b = 0; b < 8; b++)
        printf("%d %d %d %g %g\n", hist[b], counted[b], low[b], weight[b], part[b]);
    printf("%g %g %g %g\n", weight[8], weight[9], part[8], part[11]);
    return 0;
}
