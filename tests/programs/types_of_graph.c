// distributed: 36 43 63 93 100 103
// replicated: 31
// offloaded: 36 63 93 100 103
/* A function keeps the types of its graph to itself; a record without a name holds others without one. */
#include <stdio.h>
#include <stdlib.h>
#define NEW(T, n) ((T *)malloc((n) * sizeof(T)))
#define FIELD(p, i, f) ((p)[i].f)
static int run(int n) {
    typedef struct edge {
        int to;
        double w;
        struct edge *next;
    } edge;
    typedef struct {
        int first, count;
        edge *e;
    } vertex;
    typedef int (*op)(int, int);
    edge *e = NEW(edge, 3 * n);
    vertex *g = calloc(n, sizeof(vertex));
    double *dist = NEW(double, n), *out = NEW(double, n);
    enum { DEG = 3 };
    for (int i = 0; i < n; i++) {
        g[i].first = DEG * i;
        g[i].count = DEG - i % 2;
        g[i].e = e + DEG * i;
        dist[i] = i;
    }
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int k = 0; k < DEG; k++) {
            e[DEG * i + k] = (edge){(i * 5 + k * 3) % n, 0.25 * k + i, NULL};
        }
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = g[i].first; k < g[i].first + g[i].count; k++)
            s += dist[e[k].to] * FIELD(e, k, w);
        out[i] = s;
    }
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        const vertex *v = g + i;
        double s = 0;
        for (const edge *k = v->e; k < v->e + v->count; k++)
            s += dist[k->to];
        out[i] += s;
    }
    double sum = 0;
    struct best {
        double d;
        int at;
    } b = {-1, -1};
    for (int i = 0; i < n; i++) {
        sum += out[i];
        if (out[i] > b.d)
            b = (struct best){out[i], i};
    }
    struct best all[5];
    int bat = b.at;
#pragma hydra parallel for firstprivate(b)
    for (int i = 0; i < 5; i++) {
        struct best c = b;
        c.at = bat + i;
        all[i] = c;
    }
    printf("%g %g %d %d\n", sum, b.d, b.at, all[4].at);
    free(e);
    free(g);
    free(dist);
    free(out);
    return 0;
}
struct opaque;
int main(void) {
    struct {
        int id;
        union {
            int i;
            float f;
        };
        struct {
            short a, b;
        } in[2];
    } r[25], one = {7, {3}, {{1, 2}, {3, 4}}};
    const struct { double k[3]; } coef = {{1, 2, 3}};
    static struct acc {
        long total;
        int n;
    } slots[10];
#pragma hydra parallel for
    for (int j = 0; j < 25; j++) {
        r[j] = one;
        r[j].i += j;
        r[j].in[1].b = (short)j;
    }
    double s = 0;
#pragma hydra parallel for reduction(+ : s)
    for (int j = 0; j < 25; j++)
        s += r[j].i * coef.k[j % 3] + r[j].in[1].b + r[j].id + r[j].in[0].b;
#pragma hydra parallel for
    for (int j = 0; j < 10; j++) {
        struct acc *a = &slots[j];
        a->total += j;
        a->n++;
    }
    printf("%g %ld %d\n", s, slots[4].total, slots[9].n);
    return run(30);
}
