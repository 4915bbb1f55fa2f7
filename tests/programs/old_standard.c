/* In the C of 1990: declarations first, no mixed loops. */
// gcc: -std=gnu89
// distributed: 23 26
// offloaded: 23 26
#include <stdio.h>

static double grid[40], next[40];

static long total(const double *x, int n)
{
    long s = 0;
    int i;
    for (i = 0; i < n; i++)
        s += (long)(x[i] * 8) % 97;
    return s;
}

int main(void)
{
    int i, t;
    for (t = 0; t < 4; t++) {
#pragma hydra parallel for
        for (i = 1; i < 39; i++)
            next[i] = (grid[i - 1] + grid[i + 1]) / 2 + i;
#pragma hydra parallel for
        for (i = 1; i < 39; i++)
            grid[i] = next[i];
    }
    printf("%ld %g %g\n", total(grid, 40), grid[1], grid[20]);
    return 0;
}
