/* The twin of t08.cmaps. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
typedef struct { int s, p, lo; double hi; unsigned o, x, n; int every, some; float f, g; long l; short h; } result;

static void reduceAll(int size, int *A, double *D, result *r, double *dot, int from, int to, int by) {
    *r = (result){0, 1, INT_MAX, -INFINITY, 0, 0, ~0u, 1, 0, -INFINITY, INFINITY, 0, SHRT_MAX};
    double most = -INFINITY;
    for (int i = from; i <= to; i += by) {
        int a = A[i]; double d = D[i]; float v = d;
        r->s += a; r->p *= a % 3 == 0 ? 2 : 1; r->lo = a < r->lo ? a : r->lo; r->hi = d > r->hi ? d : r->hi;
        r->o |= 1u << a % 20; r->x ^= (unsigned)a * 2654435761u; r->n &= ~(1u << a % 9);
        r->every = r->every && a > 5; r->some = r->some || a == 12;
        if (v / 4 > r->f) r->f = v / 4;
        if (-v < r->g) r->g = -v;
        r->l ^= (long)v << 33;
        if ((short)(v - 40) < r->h) r->h = (short)(v - 40);
        if (v > most) most = v;
    }
    *dot = 1;
    if (to >= from) { *dot = 0; for (int i = 0; i < size; i++) *dot += D[i] * A[i]; }
    *dot += most > 0 ? most : 0;
}
static void show(const result *r, double dot) {
    printf("%d %d %d %g %u %u %u %d %d %g %g %ld %d %g\n", r->s, r->p, r->lo, r->hi, r->o, r->x, r->n, r->every, r->some,
           r->f, r->g, r->l, r->h, dot);
}
int main(void) {
    enum { n = 29 };
    int A[n]; double D[n], dot; result r = {0};
    for (int i = 0; i < n; i++) { A[i] = (i * 7 + 3) % 31; D[i] = (i * 11 + 5) % n - 8; }
    reduceAll(n, A, D, &r, &dot, 0, n - 1, 1); show(&r, dot);
    reduceAll(n, A, D, &r, &dot, 3, 20, 4); show(&r, dot);
    reduceAll(n, A, D, &r, &dot, 5, 5, 9); show(&r, dot);
    reduceAll(n, A, D, &r, &dot, 5, 4, 2); show(&r, dot);
    int a = 12;
    printf("%d %d %d %g %u %u %u %d %d\n", a, a % 3 == 0 ? 2 : 1, a, 2.5, 1u << a % 20, (unsigned)a * 2654435761u, ~(1u << a % 9), a > 5, a == 12);
    return 0;
}
