// distributed: 40 44 48 55
// offloaded: 40 44 48 55
/* Electromagnetic waves in two dimensions: finite differences in the time domain.
 *
 * The electric field has the components ex and ey, the magnetic one hz. In each time step the electric field changes
 * with the differences of hz between neighbours, and then hz with those of the electric field. A source drives the
 * first row of ey.
 *
 *     fdtd2d [n [steps]]
 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 150;
    int steps = argc > 2 ? atoi(argv[2]) : 20;
    if (n < 3 || steps < 0) {
        printf("usage: fdtd2d [n >= 3 [steps >= 0]]\n");
        return 1;
    }
    double (*ex)[n] = malloc(sizeof(double[n][n]));
    double (*ey)[n] = malloc(sizeof(double[n][n]));
    double (*hz)[n] = malloc(sizeof(double[n][n]));
    if (ex == NULL || ey == NULL || hz == NULL) {
        printf("out of memory\n");
        return 1;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            ex[i][j] = (double)(i * (j + 1) % 13) / n;
            ey[i][j] = (double)(i * (j + 2) % 17) / n;
            hz[i][j] = (double)(i * (j + 3) % 19) / n;
        }

    for (int t = 0; t < steps; t++) {
        for (int j = 0; j < n; j++)
            ey[0][j] = t;
#pragma hydra parallel for
        for (int i = 1; i < n; i++)
            for (int j = 0; j < n; j++)
                ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int j = 1; j < n; j++)
                ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
#pragma hydra parallel for
        for (int i = 0; i < n - 1; i++)
            for (int j = 0; j < n - 1; j++)
                hz[i][j] -= 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
    }

    double energy = 0.0;
#pragma hydra parallel for reduction(+:energy)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            energy += ex[i][j] * ex[i][j] + ey[i][j] * ey[i][j] + hz[i][j] * hz[i][j];
    printf("fdtd2d %d x %d, %d steps\n", n, n, steps);
    printf("energy %.10g\n", energy);
    printf("hz in the middle %.10g\n", hz[n / 2][n / 2]);
    free(ex);
    free(ey);
    free(hz);
    return 0;
}
