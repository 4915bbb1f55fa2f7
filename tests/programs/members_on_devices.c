// distributed: 24
// offloaded: 24
// Plain members of structs with arrays that loops read through a pointer and only serial code stores: where the loops
// run on devices, these must hear of it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { n = 40 };

typedef struct {
    int count;
    double w[4];
    double scale;
    char tag;
    double a[n];
} box;

static box b;

static void run(box *s)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        s->a[i] += s->scale * i + s->w[i % 4] + s->tag;
}

static void show(const char *what, box *l, box *h)
{
    run(&b);
    run(h);
    run(l);
    printf("%s %g %g %g\n", what, b.a[3], h->a[39], l->a[7]);
}

static void bump(double *p) { *p += 1; }

int main(void)
{
    box *h = calloc(1, sizeof *h), l;
    memset(&l, 0, sizeof l);
    for (int t = 0; t < 3; t++) {
        show("begin", &l, h);
        b.scale += t;
        h->scale += 2;
        l.scale = t;
        b.tag++;
        h->tag = 'a';
        l.tag = 3;
        l.w[1]++;
        show("stored", &l, h);
        bump(&b.scale);
        bump(&l.scale);
        show("by address", &l, h);
        sscanf("17.5", "%lf", &b.scale);
        memcpy(&l.scale, &b.scale, sizeof l.scale);
        show("by the library", &l, h);
        box *both[2] = {&b, &l};
        for (int k = 0; k < 2; k++) {
            both[k]->scale = k;
            both[k]->tag = (char)k;
        }
        show("by a table", &l, h);
        l = b;
        l.scale = 9;
        show("copied", &l, h);
        box fresh = {.scale = t, .tag = 1};
        show("fresh", &fresh, h);
        fresh.scale = b.scale = 0.5;
        show("chained", &fresh, h);
    }
    free(h);
    return 0;
}
