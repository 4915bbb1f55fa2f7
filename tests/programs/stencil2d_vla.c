// args: 17
// distributed: 18 23
// offloaded: 18 23
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 9;
    double grid[n][n], next[n][n];

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            grid[i][j] = next[i][j] = (i == 0) ? 10.0 : (j == n - 1) ? 5.0 : 0.0;

    for (int t = 0; t < 12; t++) {
#pragma hydra parallel for
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                next[i][j] = (grid[i-1][j] + grid[i+1][j] + grid[i][j-1] + grid[i][j+1]
                            + grid[i-1][j-1] + grid[i+1][j+1] + grid[i-1][j+1] + grid[i+1][j-1]) / 8;
#pragma hydra parallel for
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                grid[i][j] = next[i][j];
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            printf("%.12g ", grid[i][j]);
        printf("\n");
    }
    return 0;
}
