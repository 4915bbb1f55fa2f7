// distributed: 17 energy.c:7 grid.c:18 grid.c:22
// offloaded: 17 energy.c:7 grid.c:18 grid.c:22
#include "grid.h"
#include <stdio.h>
#include <stdlib.h>

double energy(const double *v, int n);

int main(void)
{
    grid_fill(3);
    grid[2][5] = 100;
    grid_smooth(4);
    double e = energy(&grid[0][0], rows * COLS);
    printf("%.10g %.10g\n", e, corner());
#pragma hydra parallel for
    for (int i = 0; i < rows; i++)
        grid[i][0] = -i;
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < COLS; j++)
            printf("%.12g ", grid[i][j]);
        printf("\n");
    }
    return 0;
}
