/* LU factors in place, without pivoting, in the form that PACT'13 measured: Pluto's schedule, tiled by 64 in k and j,
 * where the tiles (k, j) of one diagonal are independent. Each step runs one diagonal, whose tiles are dealt anew. The
 * iterations number the tiles of all diagonals, since none runs twice.
 *
 *     lu [n], a multiple of 64
 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 256;
    int m = n / 64;
    if (m < 1 || m * 64 != n) {
        printf("usage: lu [n, a multiple of 64]\n");
        return 1;
    }
    double (*a)[n] = malloc(sizeof(double[n][n]));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = i == j ? n : (double)((i * 3 + j * 7) % 11) / 11.0;

    for (int w = 0; w < 2 * m - 1; w++) {
        int before = w * m, middle = w / 2, first = before + (w + 1) / 2, last = before + (w < m ? w : m - 1);
#pragma hydra parallel for
        for (int x = first; x <= last; x++) /* the tile (w - (x - before), x - before) */
            if (x > before + middle) {
                for (int k = 64 * (w - (x - before)); k < 64 * (w - (x - before)) + 64; k++)
                    for (int j = 64 * (x - before); j < 64 * (x - before) + 64; j++) {
                        a[k][j] /= a[k][k];
                        for (int i = k + 1; i < n; i++)
                            a[i][j] -= a[i][k] * a[k][j];
                    }
            } else { /* on the matrix's diagonal */
                for (int k = 64 * middle; k < 64 * middle + 64; k++)
                    for (int j = k + 1; j < 64 * middle + 64; j++) {
                        a[k][j] /= a[k][k];
                        for (int i = k + 1; i < n; i++)
                            a[i][j] -= a[i][k] * a[k][j];
                    }
            }
    }

    double trace = 0.0, above = 0.0;
    for (int i = 0; i < n; i++) {
        trace += a[i][i];
        for (int j = i + 1; j < n; j++)
            above += a[i][j];
    }
    printf("lu %d x %d\n", n, n);
    printf("trace of L %.10g, sum above the diagonal of U %.10g\n", trace, above);
    free(a);
    return 0;
}
