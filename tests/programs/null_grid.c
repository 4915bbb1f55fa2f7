// distributed: 9
// offloaded: 9
// A loop without iterations does not read the structure that a null pointer does not name.
#include <stdio.h>
#include <stdlib.h>
struct grid { int n; double *cells; };
static void fill(struct grid *g, int n) {
#pragma hydra parallel for
    for (int i = 0; i < n; i++) g->cells[i] = i;
}
int main(void) {
    struct grid g = {10, malloc(80)};
    fill(NULL, 0);
    fill(&g, 10);
    printf("%g\n", g.cells[9]);
    return 0;
}
