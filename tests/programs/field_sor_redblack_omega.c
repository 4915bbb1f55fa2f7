// distributed: 19
// offloaded: 19
/* Successive over-relaxation with red and black points of unequal treatment: Neumann at the left and right, Dirichlet at
   the top and bottom; the loop ends on the size of the updates. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define ROWS 34
#define COLS 30
#define OMEGA 1.7

static double grid[ROWS][COLS];

static double half_sweep(int color)
{
    double biggest = 0.0;
    #pragma hydra parallel for reduction(max : biggest)
    for (int i = 1; i < ROWS - 1; i++)
        for (int j = (i + color) & 1; j < COLS; j += 2) {
            double left = j > 0 ? grid[i][j - 1] : grid[i][j + 1];
            double right = j < COLS - 1 ? grid[i][j + 1] : grid[i][j - 1];
            double delta = OMEGA * (0.25 * (grid[i - 1][j] + grid[i + 1][j] + left + right) - grid[i][j]);
            grid[i][j] += delta;
            if (fabs(delta) > biggest)
                biggest = fabs(delta);
        }
    return biggest;
}

int main(void)
{
    for (int j = 0; j < COLS; j++) {
        grid[0][j] = 100.0;
        grid[ROWS - 1][j] = j * 2.0;
    }
    int sweeps = 0;
    double red, black;
    do {
        red = half_sweep(0);
        black = half_sweep(1);
        sweeps++;
    } while ((red > 1e-4 || black > 1e-4) && sweeps < 120);
    printf("%d sweeps\n", sweeps);
    for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < COLS; j++)
            printf("%.10f ", grid[i][j]);
        printf("\n");
    }
    return 0;
}
