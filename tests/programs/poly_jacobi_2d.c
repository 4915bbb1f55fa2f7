// deals: block, cyclic
// distributed: 22 27
// offloaded: 22 27
/* Five-point Jacobi relaxation in the plane, after the PolyBench kernel "jacobi-2d"; one allocation holds both grids,
   and the two halves are reached through pointers into it. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 36, steps = argc > 2 ? atoi(argv[2]) : 10;
    double *both = malloc(2 * (size_t)n * n * sizeof(double));
    double *a = both, *b = both + n * n;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            a[i * n + j] = ((double)i * (j + 2) + 2) / n;
            b[i * n + j] = ((double)i * (j + 3) + 3) / n;
        }
    for (int t = 0; t < steps; t++) {
        #pragma hydra parallel for
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                b[i * n + j] = 0.2 * (a[i * n + j] + a[i * n + j - 1] + a[i * n + j + 1] + a[(i + 1) * n + j] +
                                      a[(i - 1) * n + j]);
        #pragma hydra parallel for
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[i * n + j] = 0.2 * (b[i * n + j] + b[i * n + j - 1] + b[i * n + j + 1] + b[(i + 1) * n + j] +
                                      b[(i - 1) * n + j]);
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            printf("%.10f ", a[i * n + j]);
        printf("\n");
    }
    free(both);
    return 0;
}
