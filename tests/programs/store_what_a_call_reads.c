// distributed: 36 43 55
// offloaded: 36 43 55
// Serial stores of values that functions compute from the same array: what is stored over has to be there before.
#include <stdio.h>
#include <stdlib.h>

static int total(const int *p, int n)
{
    int sum = 0;
    for (int k = 0; k < n; k++)
        sum += p[k];
    return sum;
}

static int at(const int *p, int k) { return p[k]; }

static void show(const int *p, int n)
{
    for (int k = 0; k < n; k++)
        printf(" %d", p[k]);
    printf("\n");
}

static double mean_of_neighbours(const double *grid, int row, int column, int n)
{
    return 0.25 * (grid[(row - 1) * n + column] + grid[(row + 1) * n + column] + grid[row * n + column - 1]
                   + grid[row * n + column + 1]);
}

int main(void)
{
    int n = 9;
    int *a = malloc(n * sizeof *a);
    short zero[3] = {0, 0, 0};
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        a[i] = i + 2;
    a[4] = total(a, n);
    a[7] = at(a, 7) * 2;
    show(a, n);

#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        a[i] = a[i] % 11 + i;
    for (int round = 0; round < 3; round++) {
        for (int step = 0; step < 2; step++) {
            show(a, n);
            for (int k = 1; k < n; k += 3)
                a[k] = k + zero[(step + 3) % 3];
        }
    }

    double *grid = malloc(n * n * sizeof *grid);
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            grid[i * n + j] = (i * 5 + j * 3) % 7;
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            grid[i * n + j] = mean_of_neighbours(grid, i, j, n);
    for (int i = 0; i < n; i++)
        printf("%.6f %.6f\n", grid[i * n + i], grid[i * n + n - 1 - i]);
    return 0;
}
