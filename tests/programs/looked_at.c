// distributed: 39 45 49 60
// offloaded: 39 45 60
// Structs that loops only look at: through pointers of the body, through helpers in headers that forgot the const, and
// through helpers that read a member of a global struct.
#include <stdio.h>

typedef struct {
    double h, k;
    int n;
} cfg;
struct vec {
    int n;
    double *v;
};
struct dims {
    int nx, ny;
};

static cfg g = {0.5, 2, 40}, other = {0.25, 1, 40};
static struct dims D = {4, 7};
static double a[40], b[40], c[40];

static int size(struct vec *x) { return x->n; }
static double at(struct vec *x, int i) { return x->v[i]; }
static int limit(int k) { return k * 8 - D.nx; }

static void show(const char *what, const double *x)
{
    double s = 0;
    for (int i = 0; i < 40; i++)
        s += x[i] * (i + 1);
    printf("%s %g %g %g\n", what, x[3], x[37], s);
}

int main(void)
{
    struct vec from = {40, a}, to = {40, b};
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) {
        const cfg *p = &g;
        a[i] = i * p->h + p->k;
    }
    show("const", a);
#pragma hydra parallel for
    for (int i = 0; i < size(&to); i++)
        to.v[i] = at(&from, 39 - i) * 2;
    show("header", b);
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) {
        const double *step = &g.h;
        cfg *q = &other;
        const cfg *r = i % 2 ? &g : &other, *s;
        s = &other;
        c[i] = *step * i + q->k + r->h + s->n;
    }
    show("others", c);
    g.h = 3;
    other.k = -1;
#pragma hydra parallel for
    for (int i = 0; i < limit(5); i++) {
        const cfg *p = &g;
        cfg *q = &other;
        c[i] += p->h * q->k;
    }
    show("changed", c);
    return 0;
}
