// distributed: 49 57 98
// offloaded: 49 57 98
/* Jacobi's method for the temperature of a square plate.
 *
 * The plate is cut into n x n points. Its left edge is kept warm, its other edges cold. In each step every inner point
 * takes the mean of its four neighbours' old values, so the new values need a second array. Two ways to go on from
 * there are shown:
 *   copy   the new values are copied back into the first array;
 *   swap   the two arrays change their roles.
 *
 *     jacobi [n [steps [form [init]]]]      form: 0 copy, 1 swap      init: 0 serial, 1 parallel
 */
#include <stdio.h>
#include <stdlib.h>

/* The temperature of point (i, j) before the first step. */
static double start(int n, int i, int j)
{
    if (j == 0)
        return 100.0;
    if (i == 0 || i == n - 1 || j == n - 1)
        return 0.0;
    return (double)((i * 7 + j * 13) % 50);
}

static void init_serial(int n, double (*a)[n], double (*b)[n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            a[i][j] = start(n, i, j);
            b[i][j] = start(n, i, j);
        }
}

static void init_parallel(int n, double (*a)[n], double (*b)[n])
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            a[i][j] = start(n, i, j);
            b[i][j] = start(n, i, j);
        }
}

/* One step: the inner points of `to` from those of `from`. */
static void relax(int n, double (*from)[n], double (*to)[n])
{
#pragma hydra parallel for
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
}

static void copy_inner(int n, double (*from)[n], double (*to)[n])
{
#pragma hydra parallel for
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            to[i][j] = from[i][j];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 200;
    int steps = argc > 2 ? atoi(argv[2]) : 20;
    int form = argc > 3 ? atoi(argv[3]) : 0;
    int init = argc > 4 ? atoi(argv[4]) : 0;
    if (n < 3 || steps < 0) {
        printf("usage: jacobi [n >= 3 [steps >= 0 [form [init]]]]\n");
        return 1;
    }

    double (*a)[n] = malloc(sizeof(double[n][n]));
    double (*b)[n] = malloc(sizeof(double[n][n]));
    if (a == NULL || b == NULL) {
        printf("out of memory\n");
        return 1;
    }

    if (init == 0)
        init_serial(n, a, b);
    else
        init_parallel(n, a, b);

    for (int t = 0; t < steps; t++) {
        relax(n, a, b);
        if (form == 0) {
            copy_inner(n, b, a);
        } else {
            double (*old)[n] = a;
            a = b;
            b = old;
        }
    }

    double sum = 0.0;
#pragma hydra parallel for reduction(+:sum)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += a[i][j];

    int middle = n / 2;
    printf("jacobi %d x %d, %d steps\n", n, n, steps);
    printf("checksum %.10g\n", sum);
    printf("a[1][1] = %.10g\n", a[1][1]);
    printf("a[%d][1] = %.10g\n", middle, a[middle][1]);
    printf("a[%d][%d] = %.10g\n", middle, middle, a[middle][middle]);

    free(a);
    free(b);
    return 0;
}
