// distributed: 11 18 28
/* Loop variables that are declared far outside have their sequential values behind a nest of parallel loops. */
#include <stdio.h>

static int column;

int main(void)
{
    int grid[9][12], i, j = -1, k = -1;
#pragma hydra parallel for
    for (i = 0; i < 9; i++)
#pragma hydra parallel for
        for (j = 0; j < 12; j++)
            grid[i][j] = i * j;
    printf("%d %d %d\n", i, j, grid[8][11]);

#pragma hydra parallel for
    for (i = 1; i < 9; i++) {
        int scale = i % 3;
#pragma hydra parallel for
        for (k = 11; k >= i; k -= 2)
            grid[i][k] += scale;
    }
    printf("%d %d\n", i, k);

    long sum = 0;
#pragma hydra parallel for reduction(+:sum)
    for (int r = 0; r < 9; r++)
#pragma hydra parallel for reduction(+:sum)
        for (column = 0; column < 12; column += 3)
            sum += grid[r][column];
    printf("%ld %d\n", sum, column);
    return 0;
}
