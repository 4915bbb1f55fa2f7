// distributed: 17 31 38 41 48 51
/* Pointers that walk arrays as loop variables: declared in the header and in front of it, up and down, by steps, to the
 * address of an element and to a sum, over structs, in a function, with a place beside a maximum. */
#include <stdio.h>
#include <stdlib.h>
struct cell {
    double x, y;
    int k;
};
struct grid {
    struct cell* cells;
    int n;
};
static double a[1000], b[1000];
static void scale(double* v, const double* end, double f) {
#pragma hydra parallel for
    for (double* p = v; p < end; p++)
        *p = *p * f + 1;
}
int main(int argc, char** argv) {
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    struct grid g = {malloc(n * sizeof(struct cell)), n};
    struct cell* c;
    double* q;
    const double* r;
    double s = 0;
    long far = 0;
    double best = -1;
    int at = -1;
#pragma hydra parallel for
    for (c = g.cells; c != g.cells + g.n; ++c) {
        long i = c - g.cells;
        c->x = i * 0.5;
        c->y = -i;
        c->k = i % 7;
    }
#pragma hydra parallel for
    for (q = &a[999]; q >= a; q--)
        *q = (q - a) % 11;
#pragma hydra parallel for
    for (q = b; q < b + 1000; q += 2) {
        q[0] = a[q - b];
        q[1] = 1;
    }
    scale(a, a + n, 2);
    scale(b + 3, &b[n], 3);
#pragma hydra parallel for reduction(+ : s)
    for (r = a; r < a + 1000; r = r + 3)
        s += *r;
#pragma hydra parallel for reduction(+ : far) reduction(max : best)
    for (struct cell* p = g.cells; p < &g.cells[g.n]; p++) {
        if (p->k == 3)
            far += p - g.cells;
        if (p->x > best) {
            best = p->x;
            at = p->k;
        }
    }
    double t = 0;
    for (int i = 0; i < 1000; i++)
        t += b[i] * (i % 5);
    printf("%g %ld %g %d %g %g %g\n", s, far, best, at, t, g.cells[n - 1].y, a[n - 1]);
    return 0;
}
