/* Alignments of two texts along anti-diagonals: a front goes over all rows, which stay with their ranks.
 *
 *     alignment n m form     0: a matrix, 1: one dimension, 2: pointers to rows of one block, 3: three matrices
 */
#include <stdio.h>
#include <stdlib.h>

static long larger(long a, long b) { return a > b ? a : b; }
static long alike(int i, int j) { return (i * 7 + j * j) % 5 < 2 ? 2 : -1; }

static void matrix(int n, int m, long h[n + 1][m + 1])
{
    for (int d = 2; d <= n + m; d++) {
        int lo = d > m ? d - m : 1, hi = d - 1 < n ? d - 1 : n;
#pragma hydra parallel for
        for (int i = lo; i <= hi; i++) {
            int j = d - i;
            h[i][j] = larger(h[i - 1][j - 1] + alike(i, j), larger(h[i - 1][j], h[i][j - 1]) - 1);
        }
    }
}

static void flat(int n, int m, long *h)
{
    for (int d = 2; d <= n + m; d++) {
        int lo = d > m ? d - m : 1, hi = d - 1 < n ? d - 1 : n;
#pragma hydra parallel for
        for (int i = lo; i <= hi; i++) {
            long up = h[(i - 1) * (m + 1) + d - i], left = h[i * (m + 1) + d - i - 1];
            h[i * (m + 1) + d - i] = larger(h[(i - 1) * (m + 1) + d - i - 1] + alike(i, d - i), larger(up, left) - 1);
        }
    }
}

static void rows(int n, int m, long **h)
{
    for (int d = 2; d <= n + m; d++) {
        int lo = d > m ? d - m : 1, hi = d - 1 < n ? d - 1 : n;
#pragma hydra parallel for
        for (int i = lo; i <= hi; i++) {
            int j = d - i;
            h[i][j] = larger(h[i - 1][j - 1] + alike(i, j), larger(h[i - 1][j], h[i][j - 1]) - 1);
        }
    }
}

static void three(int n, int m, long h[n + 1][m + 1], long e[n + 1][m + 1], long f[n + 1][m + 1])
{
    for (int d = 2; d <= n + m; d++) {
        int lo = d > m ? d - m : 1, hi = d - 1 < n ? d - 1 : n;
#pragma hydra parallel for
        for (int i = lo; i <= hi; i++) {
            int j = d - i;
            e[i][j] = larger(e[i][j - 1] - 1, h[i][j - 1] - 3);
            f[i][j] = larger(f[i - 1][j] - 1, h[i - 1][j] - 3);
            h[i][j] = larger(h[i - 1][j - 1] + alike(i, j), larger(e[i][j], f[i][j]));
        }
    }
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        printf("usage: alignment n m form\n");
        return 1;
    }
    int n = atoi(argv[1]), m = atoi(argv[2]), form = atoi(argv[3]);
    size_t bytes = sizeof(long[n + 1][m + 1]);
    long *h = calloc(1, bytes), *e = calloc(1, bytes), *f = calloc(1, bytes);
    if (form == 0)
        matrix(n, m, (long(*)[m + 1])h);
    if (form == 1)
        flat(n, m, h);
    if (form == 2) {
        long **row = malloc((n + 1) * sizeof *row);
        for (int i = 0; i <= n; i++)
            row[i] = h + i * (m + 1);
        rows(n, m, row);
    }
    if (form == 3)
        three(n, m, (long(*)[m + 1])h, (long(*)[m + 1])e, (long(*)[m + 1])f);
    printf("%ld %ld\n", h[n * (m + 1) + m], h[n / 2 * (m + 1) + m / 3]);
    return 0;
}
