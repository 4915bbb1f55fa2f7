// distributed: 50 60 64 68 72 76 80
// offloaded: 50 60 64 68
// Records with arrays handed over by value to functions that copy them, return them, choose between them, change their
// copy, hand them on, or call themselves with them.
#include <stdio.h>
typedef struct {
    double v[40];
    int n;
} vec;
static vec g, h;
static double a[40], b[40], c[40], d[40], e[40], f[40];

static double copied(vec x, int i)
{
    vec y = x;
    y.v[0] = 0;
    return y.v[39 - i];
}
static vec id(vec x) { return x; }
static double part(vec y, int i) { return y.v[39 - i]; }
static double chosen(vec x, vec y, int i) { return part(i % 2 ? x : y, i); }
static double changed(vec y, int i)
{
    y.v[i] += 1;
    return y.v[39 - i] + y.n;
}
static double handed(vec x, int i) { return changed(x, i); }
static double sum(vec x, int lo, int hi)
{
    if (hi - lo > 4)
        return sum(x, lo, (lo + hi) / 2) + sum(x, (lo + hi) / 2, hi);
    double s = 0;
    for (int k = lo; k < hi; k++)
        s += x.v[k];
    return s;
}
static double deep(vec x, int i, int k) { return k == 0 ? x.v[39 - i] : deep(x, i, k - 1); }
static double even(vec x, int i, int k);
static double odd(vec x, int i, int k) { return k == 0 ? x.v[i] : even(x, i, k - 1); }
static double even(vec x, int i, int k) { return k == 0 ? x.v[39 - i] : odd(x, i, k - 1); }
static double listed(vec x, int i)
{
    vec all[2] = {x, {{0}, 1}};
    return all[0].v[39 - i] + all[1].n + sizeof x / sizeof(double);
}

static void step(double by)
{
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) {
        g.v[i] += by * i;
        h.v[i] -= by * (i % 7);
    }
}

int main(void)
{
    step(1);
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        a[i] = copied(g, i) + listed(h, i);
    step(0.5);
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        b[i] = chosen(g, h, i);
    step(2);
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        c[i] = handed(h, i) - id(g).v[39 - i];
    step(0.25);
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        d[i] = sum(g, 0, 40) + i;
    step(3);
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        e[i] = deep(h, i, 3);
    step(1);
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        f[i] = even(g, i, 4) + odd(h, i, 3);
    for (int i = 0; i < 40; i += 3)
        printf("%g %g %g %g %g %g\n", a[i], b[i], c[i], d[i], e[i], f[i]);
    return 0;
}
