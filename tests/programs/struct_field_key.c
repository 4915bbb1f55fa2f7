// distributed: 12 19 26 30
// offloaded: 12 19 26 30
// A field that a parallel loop wrote is printed at once; an array grows by realloc between loops.
#include <stdio.h>
#include <stdlib.h>
typedef struct { unsigned char r, g, b; } rgb;
rgb img[10][12];
struct grid { int n; double *cells; };
static void fill(struct grid *g)
{
#pragma hydra parallel for
    for (int i = 0; i < g->n; i++)
        g->cells[i] = i * 0.5;
}
int main(void)
{
    int n = 22, *a = malloc(n * sizeof(int));
#pragma hydra parallel for
    for (int y = 0; y < 10; y++)
        for (int x = 0; x < 12; x++) {
            rgb c = {y, x, y * x};
            img[y][x] = c;
        }
    printf("%d %d\n", img[3][4].b, img[9][11].g);
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        a[i] = i * i;
    a = realloc(a, 2 * n * sizeof *a);
#pragma hydra parallel for
    for (int i = n; i < 2 * n; i++)
        a[i] = a[i - n] + 1;
    for (int i = 0; i < 2 * n; i += 10)
        printf("%d\n", a[i]);
    struct grid g = {30, malloc(30 * sizeof(double))};
    fill(&g);
    g.n = 12;
    fill(&g);
    double sum = 0;
    for (int i = 0; i < 30; i++)
        sum += g.cells[i];
    printf("%g\n", sum);
    free(g.cells);
    free(a);
    return 0;
}
