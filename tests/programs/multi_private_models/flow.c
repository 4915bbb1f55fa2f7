// distributed: 34 37 40
// offloaded: 37
#include <stdio.h>
#include <stdlib.h>
#include "heat.h"

/* every file has its own model, its own levels and its own constants, and calls them the same */
enum { COARSE = 0, FINE = 1 };
struct model {
    double *p;
    int used;
};
static struct model m;
static struct model levels[2];

static double here(int i) { return m.p[i] + levels[FINE].p[i]; }

int main(void)
{
    int n = 50, i;
    static double r[50], own[50], mixed[50];

    m.p = malloc(n * sizeof *m.p);
    for (i = 0; i < 2; i++)
        levels[i].p = malloc(n * sizeof *levels[i].p);
    for (i = 0; i < n; i++) {
        m.p[i] = i;
        levels[COARSE].p[i] = 2 * i;
        levels[FINE].p[i] = 1000 - i;
    }
    heat_start(n);

#pragma hydra parallel for
    for (i = 0; i < n; i++)
        r[i] = m.p[i] + heat_at(i) * 100;
#pragma hydra parallel for
    for (i = 0; i < n; i++)
        own[i] = here(i) - levels[COARSE].p[i];
#pragma hydra parallel for
    for (i = 0; i < n; i++)
        mixed[i] = levels[FINE].p[i] + 10 * heat_level(i) + shared.p[i] * heat_shared(n - 1 - i) + heat_kept(i);

    for (i = 0; i < n; i++)
        printf("%g %g %g\n", r[i], own[i], mixed[i]);
    return 0;
}
