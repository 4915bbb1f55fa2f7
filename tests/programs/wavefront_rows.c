// offloaded: 15 31
/* Wavefronts through tables of pointers to rows: each row allocated by itself, in one block, numbered from 1, swapped,
   and given back between launches. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int larger(int a, int b) { return a > b ? a : b; }

static void align(int **h, int n, int m, const char *a, const char *b)
{
    for (int d = 2; d <= n + m; d++) {
        int lo = d > m ? d - m : 1, hi = d - 1 < n ? d - 1 : n;
#pragma hydra parallel for
        for (int i = lo; i <= hi; i++) {
            int j = d - i;
            if (a[i] == b[j])
                h[i][j] = h[i - 1][j - 1] + 1;
            else
                h[i][j] = larger(h[i - 1][j], h[i][j - 1]);
        }
    }
}

/* Rows in which a launch finds what another one left, and three tables. */
static void three(double **h, double **e, double **f, int n, int m)
{
    for (int d = 2; d <= n + m; d++) {
        int lo = d > m ? d - m : 1, hi = d - 1 < n ? d - 1 : n;
#pragma hydra parallel for
        for (int i = lo; i <= hi; i++) {
            e[i][d - i] = e[i][d - i - 1] * 0.5 + h[i][d - i - 1];
            f[i][d - i] = f[i - 1][d - i] * 0.25 + h[i - 1][d - i];
            h[i][d - i] += 0.125 * (e[i][d - i] - f[i][d - i]) + h[i - 1][d - i - 1];
        }
        if (d % 17 == 0) { /* what no longer matters to the front changes places */
            double *row = e[1];
            e[1] = e[2];
            e[2] = row;
        }
        if (d == n) { /* a row that lies elsewhere from now on */
            double *row = malloc((m + 1) * sizeof *row);
            memcpy(row, h[n], (m + 1) * sizeof *row);
            free(h[n]);
            h[n] = row;
        }
    }
}

static long sum_of(int **h, int n, int m)
{
    long sum = 0;
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= m; j++)
            sum = (sum * 31 + h[i][j]) % 1000000007;
    return sum;
}

int main(void)
{
    int n = 58, m = 41;
    char a[64], b[64];
    for (int i = 0; i < 64; i++) {
        a[i] = "ACGT"[i * i * 7 % 11 % 4];
        b[i] = "ACGT"[(i * 5 + i * i) % 13 % 4];
    }
    int **apart = malloc((n + 1) * sizeof *apart);
    for (int i = 0; i <= n; i++)
        apart[i] = calloc(m + 1 + i % 3, sizeof **apart);
    align(apart, n, m, a, b);
    printf("%d %ld\n", apart[n][m], sum_of(apart, n, m));

    int **block = malloc((n + 9) * sizeof *block);
    block[0] = calloc((n + 1) * (m + 1), sizeof **block);
    for (int i = 1; i <= n; i++)
        block[i] = block[0] + i * (m + 1);
    for (int i = n + 1; i < n + 9; i++)
        block[i] = block[0]; /* never used */
    align(block, n, m, b, a);
    printf("%d %ld\n", block[n][m], sum_of(block, n, m));

    for (int i = 0; i <= n; i++) /* backwards in memory */
        block[i] = apart[n - i];
    for (int i = 0; i <= n; i++)
        memset(block[i], 0, (m + 1) * sizeof(int));
    align(block, n, m, a, a);
    printf("%d %ld\n", block[n][m], sum_of(block, n, m));

    double **h = malloc((n + 1) * sizeof *h), **e = malloc((n + 1) * sizeof *e), **f = malloc((n + 1) * sizeof *f);
    for (int i = 0; i <= n; i++) {
        h[i] = calloc(m + 1, sizeof **h);
        e[i] = calloc(m + 1, sizeof **e);
        f[i] = calloc(m + 1, sizeof **f);
        for (int j = 0; j <= m; j++)
            h[i][j] = (i * 3 + j * 5) % 7 * 0.0625;
    }
    three(h, e, f, n, m);
    double sum = 0;
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= m; j++)
            sum = sum * 0.999 + h[i][j] + e[i][j] - f[i][j];
    printf("%.12g\n", sum);
    return 0;
}
