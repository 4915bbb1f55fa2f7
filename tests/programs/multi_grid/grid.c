#include "grid.h"
#define ROWS 16
double grid[ROWS][COLS];
static double next[ROWS][COLS];
int rows = ROWS;

void grid_fill(double value)
{
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLS; j++)
            grid[i][j] = next[i][j] = value + i - j;
}

void grid_smooth(int rounds)
{
    while (rounds--) {
#pragma hydra parallel for
        for (int i = 1; i < ROWS - 1; i++)
            for (int j = 1; j < COLS - 1; j++)
                next[i][j] = (grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1]) / 4;
#pragma hydra parallel for
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < COLS; j++)
                grid[i][j] = next[i][j];
    }
}
