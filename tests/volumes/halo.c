/* Means of the rows above and below, between borders of some width that mirror what is inside of them, in linear arrays:
 * for the count of bytes. The loops along the borders go forwards at the one end and backwards at the other.
 *
 *     halo [n [steps [width]]]
 */
#include <stdio.h>
#include <stdlib.h>

static void mirror(double *a, int nx, int ny, int width)
{
#pragma hydra parallel for
    for (int d = 0; d < width; d++)
        for (int j = width; j < nx - width; j++)
            a[(ny - width + d) * nx + j] = a[(ny - 1 - width - d) * nx + j];
#pragma hydra parallel for
    for (int d = 0; d < width; d++)
        for (int j = width; j < nx - width; j++)
            a[(width - 1 - d) * nx + j] = a[(width + d) * nx + j];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 24, steps = argc > 2 ? atoi(argv[2]) : 3, width = argc > 3 ? atoi(argv[3]) : 2;
    double *a = malloc(sizeof(double) * n * n), *b = malloc(sizeof(double) * n * n), sum = 0;
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i * n + j] = b[i * n + j] = (i * 7 + j * 3) % 11;
    for (int t = 0; t < steps; t++) {
#pragma hydra parallel for
        for (int i = width; i < n - width; i++)
            for (int j = width; j < n - width; j++)
                a[i * n + j] = 0.5 * (b[(i - 1) * n + j] + b[(i + 1) * n + j]);
        mirror(a, n, n, width);
        double *old = a;
        a = b;
        b = old;
    }
#pragma hydra parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += b[i * n + j] * (i + 2 * j);
    printf("%.12g\n", sum);
    return 0;
}
