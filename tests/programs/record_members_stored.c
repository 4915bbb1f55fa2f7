// distributed: 25 35 42 54 61 70 80 88 104 145
// offloaded: 25 35 42 54 61 70 80 88 104 145
// Plain members of structures that also hold arrays, read and stored by name in serial code, where parallel loops
// store them some other way: through pointers set at file scope, tables of addresses, pointers to numbers or bytes,
// library functions, or as a part of a member that serial code copies whole.
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    double x, y;
} vec;
typedef struct {
    vec pos, vel;
    int n, kind;
    double peak, cell[50];
} grid;

static grid g = {.n = 50, .peak = -1}, other;
static grid *const current = &g;
static grid *const all[] = {&g, &other};

static void mark(double key, int where) {
#pragma hydra parallel for
    for (int i = 0; i < current->n; i++) {
        current->cell[i] = i * 0.5;
        if (i == where)
            current->peak = key;
    }
}

static void count(int which, int where) {
    grid *p = all[which];
#pragma hydra parallel for
    for (int i = 0; i < 50; i++)
        if (i == where)
            p->kind = where;
}

static void move(grid *p, int where) {
#pragma hydra parallel for
    for (int i = 0; i < 50; i++) {
        p->cell[i] += 1;
        if (i == where) {
            p->pos.x = where;
            p->pos.y = -where;
            p->vel.y = where;
        }
    }
}

static void put(double *to, int where) {
#pragma hydra parallel for
    for (int i = 0; i < 50; i++)
        if (i == where)
            *to = where;
}

static void split(grid *p, const double *v, int where) {
#pragma hydra parallel for
    for (int i = 0; i < 50; i++)
        if (i == where) {
            p->peak = modf(v[i], &p->pos.x);
            frexp(v[i], &p->kind);
        }
}

static void reset(grid *p, const grid *from, int where) {
#pragma hydra parallel for
    for (int i = 0; i < 50; i++) {
        if (i == where)
            memcpy(&p->n, &from[i % 3].n, sizeof p->n);
        if (i == where + 1)
            memset(&p->vel, 0, sizeof p->vel);
    }
}

static void scale(double *d, int n, double f) {
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        d[i] = d[i] * f + 1;
}

static void copy_bytes(void *to, const void *from, size_t n) {
    unsigned char *d = to;
    const unsigned char *s = from;
#pragma hydra parallel for
    for (size_t i = 0; i < n; i++)
        d[i] = s[i];
}

static vec where_is(const grid *p) { return p->pos; }

// Names a member that loops store; called from statements that store it.
static double twice(void) { return 2 * g.peak; }

struct header {
    int kind;
    double peak;
};

static void raise(struct header *h, int where) {
#pragma hydra parallel for
    for (int i = 0; i < 50; i++)
        if (i == where)
            h->peak = where;
}

struct moments {
    double mean, var, bin[40];
    int n;
};

int main(void) {
    for (int t = 0; t < 3; t++) {
        mark(3.5 + t, 40 + t);
        printf("%g %g\n", g.peak, g.cell[3]);
        count(0, 30 + t);
        count(1, 49 - t);
        printf("%d %d\n", g.kind, other.kind);
        g.kind += 5;
        printf("%d\n", all[0]->kind);
    }

    move(&g, 44);
    vec u = g.pos;
    printf("%g %g %g\n", u.x, u.y, where_is(&g).x);
    g.pos = (vec){7, 8};
    printf("%g %g\n", g.pos.x, g.vel.y);
    move(&g, 3);
    vec d = g.pos;
    g.vel = d;
    printf("%g %g %g\n", g.pos.x, g.vel.x, g.vel.y);
    put(&g.pos.x, 46);
    u = g.pos;
    printf("%g\n", u.x);
    move(&g, 47);
    sscanf("17 2.5", "%d %lf", &g.kind, &g.peak);
    g.peak += frexp(20.0, &g.kind);
    printf("%d %g\n", g.kind, g.peak);

    static double v[50];
    static grid from[3] = {{.n = 33}, {.n = 34}, {.n = 35}};
#pragma hydra parallel for
    for (int i = 0; i < 50; i++)
        v[i] = i * 1.25;
    split(&other, v, 41);
    printf("%g %g %d\n", other.pos.x, other.peak, other.kind);
    reset(&g, from, 40);
    printf("%d %g %g\n", g.n, g.vel.x, g.vel.y);

    mark(0.5, 49);
    g.peak = twice();
    g.pos.y = g.peak = twice() + g.cell[49];
    printf("%g %g\n", g.peak, g.pos.y);

    grid *same = memset(&other, 0, sizeof other);
    put(&same->vel.x, 48);
    printf("%g\n", other.vel.x);
    memcpy(v, &other.vel, sizeof other.vel);
    printf("%g %g\n", v[0], v[1]);

    static struct {
        struct header head;
        double cell[4];
    } whole;
    raise((struct header *)&whole, 44);
    printf("%g\n", whole.head.peak);

    static struct moments a;
    struct moments b = {1, 2, {3}, 4};
    for (int t = 1; t < 4; t++) {
        scale((double *)&a, 42, 1.5);
        a.mean += 1;
        a.n++;
        printf("%g %g %g %d\n", a.mean, a.var, a.bin[39], a.n);
        copy_bytes(&b, &a, sizeof b);
        b.var += t;
        printf("%g %g %d\n", b.mean, b.var, b.n);
    }
    return 0;
}
