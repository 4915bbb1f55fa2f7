// deals: block, cyclic
// distributed: 22
// offloaded: 22
/* The PolyBench kernel "seidel-2d" with a parallel inner loop: row i of the new sweep is summed from its neighbours
   above and below in parallel, and only the recurrence along the row itself stays serial. */
#include <stdio.h>
#include <stdlib.h>

#define N 40
#define SWEEPS 3

int main(void)
{
    double (*a)[N] = malloc(N * sizeof *a), *part = malloc(N * sizeof *part);

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = ((double)i * (j + 2) + 2) / N;
    for (int t = 0; t < SWEEPS; t++)
        for (int i = 1; i < N - 1; i++) {
            #pragma hydra parallel for
            for (int j = 1; j < N - 1; j++)
                part[j] = a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j] + a[i][j + 1] + a[i + 1][j - 1] +
                          a[i + 1][j] + a[i + 1][j + 1];
            for (int j = 1; j < N - 1; j++)
                a[i][j] = (part[j] + a[i][j - 1]) / 9.0;
        }
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            printf("%.9f ", a[i][j]);
        printf("\n");
    }
    free(part);
    free(a);
    return 0;
}
