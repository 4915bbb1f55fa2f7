// distributed: 21 27
// offloaded: 21 27
// Pointers in a struct that are set through a table of their addresses, beside a plain number in the same struct.
#include <stdio.h>
#include <stdlib.h>

static struct {
    double *u, *v, *w;
    double step;
    int n;
} grid;

int main(void)
{
    double **all[] = {&grid.u, &grid.v, &grid.w};
    grid.n = 300;
    grid.step = 0.5;
    for (int k = 0; k < 3; k++)
        *all[k] = calloc(grid.n, sizeof(double));
#pragma hydra parallel for
    for (int i = 0; i < grid.n; i++) {
        grid.u[i] = i % 17;
        grid.v[i] = 1;
    }
    for (int t = 0; t < 5; t++) {
#pragma hydra parallel for
        for (int i = 1; i < grid.n - 1; i++)
            grid.w[i] = grid.v[i] + grid.step * (grid.u[i - 1] + grid.u[i + 1]);
        double *old = grid.u;
        grid.u = grid.w;
        *all[2] = old;
        grid.step *= 0.75;
    }
    for (int i = 0; i < grid.n; i += 7)
        printf("%.9g %.9g\n", grid.u[i], grid.w[i]);
    return 0;
}
