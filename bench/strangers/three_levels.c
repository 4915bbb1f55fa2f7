// bench: 140 58
// quick: 20 4
/* A grid behind three levels of pointers, rows allocated one by one. */
#include <stdio.h>
#include <stdlib.h>
static double ***grid(int n)
{
    double ***a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++) {
        a[i] = malloc(n * sizeof **a);
        for (int j = 0; j < n; j++)
            a[i][j] = calloc(n, sizeof ***a);
    }
    return a;
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 130, steps = argc > 2 ? atoi(argv[2]) : 20;
    double ***u = grid(n), ***v = grid(n), s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                u[i][j][k] = (i + 2 * j + 3 * k) % 10;
    for (int t = 0; t < steps; t++) {
#pragma hydra parallel for
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < n - 1; k++)
                    v[i][j][k] = (u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k] + u[i][j + 1][k] + u[i][j][k - 1] + u[i][j][k + 1]) / 6;
        double ***w = u;
        u = v;
        v = w;
    }
#pragma hydra parallel for reduction(+:s)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                s += u[i][j][k];
    printf("%.8g\n", s);
    return 0;
}
