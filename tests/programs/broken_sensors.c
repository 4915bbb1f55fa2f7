// distributed: 45 52 63 69 87 102
// replicated: 119 126 132
// offloaded: 45 63 87 102
// Readings with gaps (NaN), both zeros and infinities: the least and the greatest of them, as the ways of writing it
// treat these, for records of many lengths. What is printed shows which zero it is, and whether it is a number.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static double x[300];
static float f[300];
static long double h[300];

static double some(unsigned kind, unsigned r) {
    static const double few[] = {0.0, -0.0, 1.0, -1.0, 0.0, -0.0, 2.5};
    if (kind == 1 && r % 11 == 0)
        return NAN;
    if (kind == 2 && r % 3 == 0)
        return NAN;
    if (kind == 3)
        return r % 2 ? 0.0 : -0.0;
    if (kind == 4)
        return r % 5 == 0 ? INFINITY : r % 7 == 0 ? -INFINITY : few[r % 7];
    if (kind == 5)
        return NAN;
    return few[r % 7];
}

static void show(const char *what, double v) {
    if (isnan(v))
        printf(" %s=nan", what);
    else
        printf(" %s=%g", what, v);
}

// As macros have it: a reading that is not a number is taken, and the next one replaces it.
static void by_macro(int n, double start) {
    double lo = start, hi = start, lo2 = start, hi2 = start;
    float flo = (float)start;
    long double hhi = start;
#pragma hydra parallel for reduction(min:lo) reduction(max:hi) reduction(min:lo2) reduction(max:hi2)
    for (int i = 0; i < n; i++) {
        lo = MIN(lo, x[i]);
        hi = MAX(hi, x[i]);
        lo2 = lo2 <= x[i] ? lo2 : x[i];
        hi2 = hi2 >= x[i] ? hi2 : x[i];
    }
#pragma hydra parallel for reduction(min:flo) reduction(max:hhi)
    for (int i = n - 1; i >= 0; i--) {
        if (x[i] != 1.0)
            flo = MIN(flo, f[i]);
        hhi = hhi > h[i] ? hhi : h[i];
    }
    show("lo", lo), show("hi", hi), show("lo2", lo2), show("hi2", hi2), show("flo", flo), show("hhi", (double)hhi);
}

static void by_if(int n, double start) {
    double lo = start, hi = start, lo2 = start, hi2 = start, least = start, most = start;
#pragma hydra parallel for reduction(min:lo) reduction(max:hi)
    for (int i = 0; i < n; i++) {
        if (x[i] < lo)
            lo = x[i];
        hi = x[i] > hi ? x[i] : hi;
    }
#pragma hydra parallel for reduction(min:lo2, least) reduction(max:hi2, most)
    for (int i = n; i > 0; --i) {
        if (lo2 >= x[i - 1])
            lo2 = x[i - 1];
        if (hi2 <= x[i - 1])
            hi2 = x[i - 1];
        if (x[i - 1] < least)
            least = x[i - 1];
        if (most < x[i - 1])
            most = x[i - 1];
    }
    show("lo", lo), show("hi", hi), show("lo2", lo2), show("hi2", hi2), show("least", least), show("most", most);
}

// The array that decides who runs an iteration is walked from its end.
static void turned(int n, double start) {
    static double y[300];
    double lo = start, hi = start;
#pragma hydra parallel for reduction(min:lo) reduction(max:hi)
    for (int i = 0; i < n; i++) {
        y[n - 1 - i] = x[i] * 2;
        if (x[i] < lo)
            lo = x[i];
        hi = MAX(hi, x[i]);
    }
    show("lo", lo), show("hi", hi), show("y", y[n / 2]);
}

// Which one of -0 and 0 these take, C leaves open: here is only one zero.
static void by_library(int n, double start) {
    start += 0.0;
    double lo = start, hi = start, lo2 = start, hi2 = start;
    float flo = (float)start;
#pragma hydra parallel for reduction(min:lo, lo2, flo) reduction(max:hi, hi2)
    for (int i = 0; i < n; i++) {
        lo = fmin(lo, x[i] + 0.0);
        hi = fmax(hi, x[i] + 0.0);
        lo2 = fmin(x[i] + 0.0, lo2);
        hi2 = fmax(x[i] + 0.0, hi2);
        flo = fminf(flo, f[i] + 0.0f);
    }
    show("lo", lo), show("hi", hi), show("lo2", lo2), show("hi2", hi2), show("flo", flo);
}

// Two ways in one loop.
static void mixed(int n, double start) {
    double lo = start, hi = start;
    static double rows[4] = {0};
    for (int k = 0; k < 4; k++)
        rows[k] = start + 0.0;
#pragma hydra parallel for reduction(min:lo)
    for (int i = 0; i < n; i++) {
        if (x[i] < lo)
            lo = x[i];
        if (f[i] <= lo)
            lo = f[i];
    }
#pragma hydra parallel for reduction(max:hi)
    for (int i = 0; i < n; i++) {
        if (x[i] > hi)
            hi = x[i];
        hi = MAX(hi, x[(i * 7) % n]);
    }
#pragma hydra parallel for reduction(min:rows)
    for (int i = 0; i < n; i++) {
        rows[i % 4] = fmin(rows[i % 4], x[i] + 0.0);
        if (f[i] + 0.0f < rows[i % 3])
            rows[i % 3] = f[i] + 0.0f;
    }
    show("lo", lo), show("hi", hi);
    for (int k = 0; k < 4; k++)
        show("row", rows[k]);
}

int main(void) {
    static const double starts[] = {1e30, 0.0, -0.0, NAN, -5.0};
    static const int sizes[] = {1, 2, 5, 16, 31, 100, 300};
    unsigned r = 12345;
    for (int s = 0; s < 7; s++)
        for (unsigned kind = 0; kind < 6; kind++) {
            int n = sizes[s];
            double start = starts[(kind + (unsigned)s) % 5];
            for (int i = 0; i < n; i++) {
                r = r * 1664525u + 1013904223u;
                x[i] = some(kind, r >> 16);
                f[i] = (float)some(kind, r >> 11 & 0xfff);
                h[i] = some(kind, r >> 13 & 0xfff);
            }
            printf("%d %u:", n, kind);
            by_macro(n, start), by_if(n, -start), by_library(n, start), turned(n, start), mixed(n, start);
            printf("\n");
        }
    return 0;
}
