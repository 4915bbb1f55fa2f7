// distributed: 29 38
// Each element of an array of structures has arrays of its own, of different lengths.
#include <stdio.h>
#include <stdlib.h>

struct cell {
    int id, count;
    double *x, *v;
    double energy;
};

int main(void)
{
    const int cells = 37;
    struct cell *grid = malloc(cells * sizeof *grid);
    for (int c = 0; c < cells; c++) {
        struct cell *cell = &grid[c];
        cell->id = c;
        cell->count = 20;
        cell->x = malloc(20 * sizeof(double));
        cell->v = malloc((20 + c) * sizeof(double));
        for (int i = 0; i < 20; i++) {
            cell->x[i] = c + 0.05 * i;
            cell->v[i] = (i * c) % 5 - 2;
        }
    }
    for (int t = 0; t < 8; t++) {
#pragma hydra parallel for
        for (int c = 0; c < cells; c++) {
            double e = 0;
            for (int i = 0; i < 20; i++) {
                grid[c].x[i] += 0.01 * grid[c].v[i];
                e += 0.5 * grid[c].v[i] * grid[c].v[i];
            }
            grid[c].energy = e;
        }
#pragma hydra parallel for
        for (int c = 1; c < cells - 1; c++)
            for (int i = 0; i < 20; i++)
                grid[c].v[i] += 0.001 * (grid[c + 1].x[i] + grid[c - 1].x[i] - 2 * grid[c].x[i]);
    }
    double sum = 0;
    for (int c = 0; c < cells; c++)
        sum += grid[c].energy + grid[c].x[c % 20] * (c + 1);
    printf("%.12g %.12g\n", sum, grid[17].v[3]);
    return 0;
}
