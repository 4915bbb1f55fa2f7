// distributed: 37 47
// offloaded: 37 47
/* The method of Gauss and Seidel with nine points: each inner point becomes the mean of itself and its eight neighbours,
 * of which those before it are new already.
 *
 * So points depend on each other, but not those with equal 2 i + j: these lie on a line across the plate, which moves
 * over it as a wavefront.
 *
 *     seidel [n [steps]]
 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 60;
    int steps = argc > 2 ? atoi(argv[2]) : 3;
    if (n < 3 || steps < 0) {
        printf("usage: seidel [n >= 3 [steps >= 0]]\n");
        return 1;
    }
    double (*a)[n] = malloc(sizeof(double[n][n]));
    if (a == NULL) {
        printf("out of memory\n");
        return 1;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = ((double)i * (j + 2) + 2.0) / n;

    for (int t = 0; t < steps; t++)
        for (int front = 3; front <= 3 * (n - 2); front++) {
            /* 1 <= front - 2 i <= n - 2 */
            int first = front - (n - 2) > 2 ? (front - (n - 2) + 1) / 2 : 1;
            int last = (front - 1) / 2 < n - 2 ? (front - 1) / 2 : n - 2;
#pragma hydra parallel for
            for (int i = first; i <= last; i++) {
                int j = front - 2 * i;
                a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j] + a[i][j + 1] +
                           a[i + 1][j - 1] + a[i + 1][j] + a[i + 1][j + 1]) /
                          9.0;
            }
        }

    double sum = 0.0;
#pragma hydra parallel for reduction(+:sum)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += a[i][j];
    printf("seidel %d x %d, %d steps\n", n, n, steps);
    printf("mean %.10g, in the middle %.10g\n", sum / n / n, a[n / 2][n / 2]);
    free(a);
    return 0;
}
