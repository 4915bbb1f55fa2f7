/* Means of neighbours on a plate between mirrors, on a torus with ghost lines, or with loops for parts of the plate, for
 * the count of bytes: loops along the edges, or for strips of them, stand in the time loop.
 *
 *     edges [n [steps [0 mirrors, 1 torus, 2 mirrors and strips]]]
 */
#include <stdio.h>
#include <stdlib.h>

static void mirror(int n, double (*b)[n])
{
#pragma hydra parallel for
    for (int j = 0; j < n; j++) {
        b[0][j] = b[1][j];
        b[n - 1][j] = b[n - 2][j];
    }
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        b[i][0] = b[i][1];
        b[i][n - 1] = b[i][n - 2];
    }
}

static void wrap(int n, double (*b)[n])
{
#pragma hydra parallel for
    for (int j = 1; j < n - 1; j++) {
        b[0][j] = b[n - 2][j];
        b[n - 1][j] = b[1][j];
    }
#pragma hydra parallel for
    for (int i = 1; i < n - 1; i++) {
        b[i][0] = b[i][n - 2];
        b[i][n - 1] = b[i][1];
    }
}

static double damp(int n, double (*b)[n])
{
    double sum = 0;
#pragma hydra parallel for
    for (int i = 0; i < n / 8; i++)
        for (int j = 0; j < n; j++)
            b[i][j] *= 0.5;
#pragma hydra parallel for reduction(+ : sum)
    for (int i = n / 2; i < n; i++)
        for (int j = n / 4; j < n / 2; j++)
            sum += b[i][j];
    return sum;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 24, steps = argc > 2 ? atoi(argv[2]) : 3, kind = argc > 3 ? atoi(argv[3]) : 0;
    double parts = 0;
    double(*a)[n] = malloc(sizeof(double[n][n])), (*b)[n] = malloc(sizeof(double[n][n]));
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = b[i][j] = (i * 7 + j * 3) % 11;
    for (int t = 0; t < steps; t++) {
#pragma hydra parallel for
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
        if (kind == 1)
            wrap(n, b);
        else
            mirror(n, b);
        if (kind == 2)
            parts += damp(n, b);
        double(*c)[n] = a;
        a = b;
        b = c;
    }
    double sum = 0;
#pragma hydra parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += a[i][j] * (double)(i + 2 * j);
    printf("%.8g %.8g\n", sum, parts);
    free(a);
    free(b);
    return 0;
}
