// deals: block, cyclic
// distributed: 14
// offloaded: 14
/* Heat equation on a three-dimensional block, seven points, two arrays used in turn, after the PolyBench kernel
   "heat-3d". */
#include <stdio.h>
#include <stdlib.h>

typedef double cube_row;

static void step(int n, cube_row (*restrict to)[n][n], cube_row (*restrict from)[n][n])
{
    #pragma hydra parallel for
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            for (int k = 1; k < n - 1; k++)
                to[i][j][k] = 0.125 * (from[i + 1][j][k] - 2.0 * from[i][j][k] + from[i - 1][j][k]) +
                              0.125 * (from[i][j + 1][k] - 2.0 * from[i][j][k] + from[i][j - 1][k]) +
                              0.125 * (from[i][j][k + 1] - 2.0 * from[i][j][k] + from[i][j][k - 1]) + from[i][j][k];
}

int main(void)
{
    int n = 14, tsteps = 8;
    double (*A)[n][n] = malloc(sizeof(double[n][n][n]));
    double (*B)[n][n] = malloc(sizeof(double[n][n][n]));

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                A[i][j][k] = B[i][j][k] = (double)(i + j + (n - k)) * 10 / n + (i * j * k % 5);
    for (int t = 1; t <= tsteps; t++) {
        step(n, B, A);
        step(n, A, B);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            for (int k = 0; k < n; k++)
                printf("%.7f ", A[i][j][k]);
            printf("\n");
        }
    free(A);
    free(B);
    return 0;
}
