// distributed: 17 23 26 29 32 35 38 41 45 48 51 54 57 60
// offloaded: 17 23 26 29 32 35 38 41 48 51 54 57 60
// Records with arrays in them that are copied whole in the bodies of loops, after other loops have written the arrays.
#include <stdio.h>
#include <string.h>
typedef struct { double v[40]; int n; } vec;
typedef struct { vec in; int id; } outer;
static double a[40]; static vec g; static vec arr[4]; static vec *pg = &g;
static double sum(vec x) { double s = 0; for (int i = 0; i < 40; i++) s += x.v[i]; return s; }
static double sump(const vec *x) { double s = 0; for (int i = 0; i < 40; i++) s += x->v[i]; return s; }
static vec twice(vec x) { for (int i = 0; i < 40; i++) x.v[i] *= 2; return x; }
static vec getg(void) { return g; }
static double useg(int i) { vec t = g; return t.v[i]; }
static void show(int n) { double s = 0; for (int i = 0; i < 40; i++) s += a[i] * (i % 7); printf("%d %g\n", n, s); }
static void touch(int k) {
    #pragma hydra parallel for
    for (int i = 0; i < 40; i++) { g.v[i] = i * k % 11; arr[i % 4].v[i] = i + k; }
}
int main(void) {
    vec l; outer o;
    touch(1);
    #pragma hydra parallel for
    for (int i = 0; i < 40; i++) { vec t = *pg; a[i] = t.v[39 - i]; }
    show(1); touch(2);
    #pragma hydra parallel for
    for (int i = 0; i < 40; i++) { vec t = arr[(i + 1) % 4]; a[i] = t.v[39 - i]; }
    show(2); touch(3);
    #pragma hydra parallel for
    for (int i = 0; i < 40; i++) { vec t; memcpy(&t, &g, sizeof t); a[i] = t.v[39 - i]; }
    show(3); touch(4);
    #pragma hydra parallel for
    for (int i = 0; i < 40; i++) a[i] = sum(g) + sump(&g) * i;
    show(4); touch(5);
    #pragma hydra parallel for
    for (int i = 0; i < 40; i++) a[i] = twice(g).v[39 - i];
    show(5); touch(6);
    #pragma hydra parallel for
    for (int i = 0; i < 40; i++) a[i] = getg().v[39 - i];
    show(6); touch(7);
    #pragma hydra parallel for
    for (int i = 0; i < 40; i++) a[i] = useg(39 - i);
    show(7); touch(8);
    l = g;
    #pragma hydra parallel for firstprivate(l)
    for (int i = 0; i < 40; i++) { a[i] = l.v[39 - i]; }
    show(8); touch(9);
    #pragma hydra parallel for
    for (int i = 0; i < 40; i++) { vec t = i % 2 ? g : arr[1]; a[i] = t.v[39 - i]; }
    show(9); touch(10);
    #pragma hydra parallel for
    for (int i = 0; i < 40; i++) { outer q = {g, i}; a[i] = q.in.v[39 - i]; }
    show(10); touch(11);
    #pragma hydra parallel for
    for (int i = 0; i < 40; i++) { outer q; q.in = g; a[i] = q.in.v[39 - i]; }
    show(11); touch(12);
    #pragma hydra parallel for
    for (int i = 0; i < 40; i++) { vec t = (g); vec *p = &t; a[i] = p->v[39 - i]; }
    show(12); touch(13);
    #pragma hydra parallel for
    for (int i = 0; i < 40; i++) { vec t[2] = {g, g}; a[i] = t[1].v[39 - i]; }
    show(13);
}
