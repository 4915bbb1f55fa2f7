// distributed: 9
// offloaded: 9
// A plain member of a record variable that a loop stores through a pointer to the record, and serial code reads by name.
#include <stdio.h>
typedef struct { double v[40]; int n; double max; } vec;
static vec g;
static void find(vec *p) {
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) {
        p->v[i] = i;
        if (i == 35) p->n = 9;
    }
}
int main(void) {
    find(&g);
    printf("%d %g\n", g.n, g.v[39]);
    return 0;
}
