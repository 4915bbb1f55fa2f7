/* LU factors in place, without pivoting, tiled in k and j by 64 as Pluto's schedule does it: tiles (k, j) of one
 * diagonal k + j are independent. PACT'13 measured its schemes on this form. In `x` the tiles of all diagonals have
 * numbers of their own, since none runs twice.
 *
 *     lu [n], a multiple of 64
 */
#include <stdio.h>
#include <stdlib.h>

#define TILE 64

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 256;
    long m = n / TILE;
    if (m < 1 || m * TILE != n) {
        printf("usage: lu [n, a multiple of %d]\n", TILE);
        return 1;
    }
    double (*a)[n] = malloc(sizeof(double[n][n]));
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            a[i][j] = i == j ? n : (double)((i * 3 + j * 7) % 11) / 11.0;

    for (long w = 0; w < 2 * m - 1; w++) {
        long before = w * m, first = before + (w + 1) / 2, last = before + (w < m ? w : m - 1);
#pragma hydra parallel for
        for (long x = first; x <= last; x++) {
            long kt = w - (x - before), jt = x - before;
            for (long k = TILE * kt; k < TILE * kt + TILE; k++)
                for (long j = jt > kt ? TILE * jt : k + 1; j < TILE * jt + TILE; j++) {
                    a[k][j] /= a[k][k];
                    for (long i = k + 1; i < n; i++)
                        a[i][j] -= a[i][k] * a[k][j];
                }
        }
    }

    double trace = 0.0, above = 0.0;
    for (long i = 0; i < n; i++) {
        trace += a[i][i];
        for (long j = i + 1; j < n; j++)
            above += a[i][j];
    }
    printf("lu %ld x %ld\n", n, n);
    printf("trace of L %.10g, sum above the diagonal of U %.10g\n", trace, above);
    free(a);
    return 0;
}
