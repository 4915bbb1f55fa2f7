// args: 18 5
// distributed: 11
// offloaded: 11
#include <stdio.h>
#include <stdlib.h>

static void sweep(int n, double g[n][n], int color)
{
    int i, j;
#pragma hydra parallel for private(j)
    for (i = 1; i < n - 1; i++)
        for (j = 1; j < n - 1; j++)
            if ((i + j) % 2 == color)
                g[i][j] = 0.25 * (g[i - 1][j] + g[i + 1][j] + g[i][j - 1] + g[i][j + 1]);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10, steps = argc > 2 ? atoi(argv[2]) : 3;
    double (*g)[n] = malloc(sizeof(double[n][n]));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            g[i][j] = (i * j) % 5;
    while (steps-- > 0) {
        sweep(n, g, 0);
        sweep(n, g, 1);
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            printf("%.10f ", g[i][j]);
        printf("\n");
    }
    free(g);
    return 0;
}
