// distributed: 52 92
// offloaded: 52 92
/* Heat in a cube: the explicit difference scheme for the heat equation in three dimensions.
 *
 * The cube has n x n x n points; those on its surface keep their temperature. In each step an inner point moves towards
 * the mean of its six neighbours:  new = u + r * (sum of the six neighbours - 6 u),  which is stable for r <= 1/6.
 * Two arrays change their roles after each step.
 *
 *     heat3d [n [steps [init]]]      init: 0 serial, 1 parallel
 */
#include <stdio.h>
#include <stdlib.h>

#define RATE 0.125

/* One face of the cube is hot; inside there is some texture. */
static double start(int n, int i, int j, int k)
{
    if (i == 0)
        return 1.0;
    if (i == n - 1 || j == 0 || j == n - 1 || k == 0 || k == n - 1)
        return 0.0;
    return (double)((i + 2 * j + 3 * k) % 10) / 10.0;
}

static void init_serial(int n, double (*u)[n][n], double (*v)[n][n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++) {
                u[i][j][k] = start(n, i, j, k);
                v[i][j][k] = start(n, i, j, k);
            }
}

static void init_parallel(int n, double (*u)[n][n], double (*v)[n][n])
{
    int i, j, k;
#pragma hydra parallel for private(j, k)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            for (k = 0; k < n; k++) {
                u[i][j][k] = start(n, i, j, k);
                v[i][j][k] = start(n, i, j, k);
            }
}

static void step(int n, double (*u)[n][n], double (*v)[n][n])
{
    int i, j, k;
#pragma hydra parallel for private(j, k)
    for (i = 1; i < n - 1; i++)
        for (j = 1; j < n - 1; j++)
            for (k = 1; k < n - 1; k++) {
                double around = u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k] + u[i][j + 1][k] +
                                u[i][j][k - 1] + u[i][j][k + 1];
                v[i][j][k] = u[i][j][k] + RATE * (around - 6.0 * u[i][j][k]);
            }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 40;
    int steps = argc > 2 ? atoi(argv[2]) : 10;
    int init = argc > 3 ? atoi(argv[3]) : 0;
    if (n < 3 || steps < 0) {
        printf("usage: heat3d [n >= 3 [steps >= 0 [init]]]\n");
        return 1;
    }

    double (*u)[n][n] = malloc(sizeof(double[n][n][n]));
    double (*v)[n][n] = malloc(sizeof(double[n][n][n]));
    if (u == NULL || v == NULL) {
        printf("out of memory\n");
        return 1;
    }

    if (init == 0)
        init_serial(n, u, v);
    else
        init_parallel(n, u, v);

    for (int t = 0; t < steps; t++) {
        step(n, u, v);
        double (*old)[n][n] = u;
        u = v;
        v = old;
    }

    double sum = 0.0, hottest = 0.0;
#pragma hydra parallel for reduction(+:sum) reduction(max:hottest)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++) {
                sum += u[i][j][k];
                if (i > 0 && u[i][j][k] > hottest)
                    hottest = u[i][j][k];
            }

    int m = n / 2;
    printf("heat3d %d x %d x %d, %d steps\n", n, n, n, steps);
    printf("checksum %.10g, hottest below the hot face %.10g\n", sum, hottest);
    printf("u[1][%d][%d] = %.10g\n", m, m, u[1][m][m]);
    printf("u[%d][%d][%d] = %.10g\n", m, m, m, u[m][m][m]);

    free(u);
    free(v);
    return 0;
}
