// distributed: 28 31 37
// offloaded: 28 31 37
/* Jacobi's method in one dimension: the temperature of a rod. The new values go to a second array, and from there back.
 *
 *     jacobi1d [n [steps]]
 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2000;
    int steps = argc > 2 ? atoi(argv[2]) : 50;
    if (n < 3 || steps < 0) {
        printf("usage: jacobi1d [n >= 3 [steps >= 0]]\n");
        return 1;
    }
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    if (a == NULL || b == NULL) {
        printf("out of memory\n");
        return 1;
    }
    for (int i = 0; i < n; i++)
        a[i] = b[i] = (double)((i * 37) % 101) / 101.0;

    for (int t = 0; t < steps; t++) {
#pragma hydra parallel for
        for (int i = 1; i < n - 1; i++)
            b[i] = 0.33333 * (a[i - 1] + a[i] + a[i + 1]);
#pragma hydra parallel for
        for (int i = 1; i < n - 1; i++)
            a[i] = b[i];
    }

    double sum = 0.0;
#pragma hydra parallel for reduction(+:sum)
    for (int i = 0; i < n; i++)
        sum += a[i];
    printf("jacobi1d %d, %d steps\n", n, steps);
    printf("mean %.10g, in the middle %.10g\n", sum / n, a[n / 2]);
    free(a);
    free(b);
    return 0;
}
