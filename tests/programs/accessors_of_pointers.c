// distributed: 48 51
// offloaded: 48 51
// An accessor of memory behind a pointer in a struct, in the loop, in a function that it calls, and in serial code.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    double x, y;
} v2;
typedef struct {
    v2 pos, acc;
} body;
typedef struct {
    body *b;
    int n;
} world;

static const body *get(const world *w, int i) { return &w->b[i]; }
static body *edit(world *w, int i) { return w->b + i; }

static v2 force(const world *w, int i)
{
    v2 f = {0};
    for (int j = 0; j < w->n; j++) {
        f.x += get(w, j)->pos.x - get(w, i)->pos.x;
        f.y += w->b[j].pos.y;
    }
    return f;
}

static double far(const world *w)
{
    double most = 0;
    for (int i = 0; i < w->n; i++)
        if (get(w, i)->acc.x > most)
            most = get(w, i)->acc.x;
    return most;
}

int main(void)
{
    world w = {.n = 15};
    w.b = calloc(w.n, sizeof *w.b);
    for (int i = 0; i < 15; i++)
        w.b[i].pos = (v2){i, i * i};
    for (int step = 0; step < 3; step++) {
#pragma hydra parallel for
        for (int i = 0; i < w.n; i++)
            w.b[i].acc = force(&w, i);
#pragma hydra parallel for
        for (int i = 0; i < w.n; i++)
            edit(&w, i)->pos.x += 0.125 * get(&w, i)->acc.x;
        edit(&w, 0)->pos.y = far(&w);
    }
    for (int i = 0; i < 15; i += 4)
        printf("%g %g\n", get(&w, i)->pos.x, w.b[i].acc.y);
    free(w.b);
    return 0;
}
