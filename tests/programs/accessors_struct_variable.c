// distributed: 34 47 53 60 71
// offloaded: 34
// Setters, getters and functions that give back the address of an element, for struct variables of every kind; the
// loops' bounds stand in the same structs.
#include <stdio.h>
#include <string.h>

#define SIZE 40

typedef struct {
    double x, y;
} pair;
typedef struct {
    int n, first;
    pair p[SIZE];
    int order[SIZE];
    double weight[SIZE];
} cloud;

static pair *at(cloud *c, int i) { return &c->p[i]; }
static double *weight(cloud *c, int i) { return c->weight + i; }
static const pair *seen(const cloud *c, int i) { return &c->p[i]; }
static int follows(cloud *c, int i) { return c->order[i]; }
static void set(cloud *c, int i, double v) { c->weight[i] = v; }
static void put(cloud *c, int i, pair v) { *at(c, i) = v; }
static void mirror(pair *p) { p->y = -p->x; }
static void clear(cloud *c) { memset(c->weight, 0, sizeof c->weight); }

static cloud global;

static void shift(cloud *c, int by)
{
#pragma hydra parallel for
    for (int i = 0; i < c->n; i++)
        at(c, i)->x += by;
}

int main(void)
{
    cloud local = {SIZE, 3, {{0, 0}}, {0}, {0}};
    static cloud kept;
    global.n = kept.n = SIZE;
    for (int i = 0; i < SIZE; i++)
        local.order[i] = global.order[i] = (i * 7 + 2) % SIZE;

#pragma hydra parallel for
    for (int i = 0; i < local.n; i++) {
        pair v = {i, 2 * i};
        put(&local, i, v);
        *weight(&local, i) = i * 0.5;
    }
#pragma hydra parallel for
    for (int i = 0; i < global.n; i++) {
        pair *mine = at(&global, i);
        mine->x = seen(&local, global.n - 1 - i)->x;
        mirror(at(&global, i));
        set(&global, i, *weight(&local, (i + local.first) % local.n));
    }
#pragma hydra parallel for
    for (int i = 0; i < kept.n; i++) {
        cloud *to = &kept;
        const cloud *from = &global;
        to->p[i] = from->p[follows(&local, i)];
        to->weight[i] = seen(from, i)->y;
    }
    shift(&kept, 3);
    clear(&local);

    double sum = 0;
#pragma hydra parallel for reduction(+ : sum)
    for (int i = 0; i < kept.n; i++)
        sum += at(&kept, i)->x * i + kept.weight[i] + *weight(&global, i) + *weight(&local, i);
    printf("%g\n", sum);
    for (int i = 0; i < SIZE; i += 9)
        printf("%g %g %g %g\n", at(&kept, i)->x, at(&kept, i)->y, global.weight[i], seen(&local, i)->y);
    return 0;
}
