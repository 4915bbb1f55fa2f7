#include <stdlib.h>
#include "heat.h"

struct model {
    double *p;
    int used;
};
enum { FINE = 0, COARSE = 1 };
static struct model m;
static struct model levels[2];
struct field shared;

double heat_at(int i) { return m.p[i]; }
double heat_level(int i) { return levels[FINE].p[i]; }
double heat_shared(int i) { return shared.p[i]; }

double heat_kept(int i)
{
    static struct model m = {NULL, 7};
    return m.used + i;
}

void heat_start(int n)
{
    m.p = malloc(n * sizeof *m.p);
    shared.p = malloc(n * sizeof *shared.p);
    for (int k = 0; k < 2; k++)
        levels[k].p = malloc(n * sizeof *levels[k].p);
    for (int i = 0; i < n; i++) {
        m.p[i] = 1000 + i;
        shared.p[i] = i % 3;
        levels[FINE].p[i] = -i;
        levels[COARSE].p[i] = 7 * i;
    }
}
