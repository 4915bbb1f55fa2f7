// distributed: 26
// offloaded: 26
/* Longest common subsequence of two strings along the anti-diagonals of the table; three rolling diagonals are kept. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int imax(int a, int b) { return a > b ? a : b; }
static int imin(int a, int b) { return a < b ? a : b; }

int main(void)
{
    char a[71], b[56];
    int n = sizeof a - 1, m = sizeof b - 1;
    for (int i = 0; i < n; i++)
        a[i] = "ACGT"[(i * i + i / 3) % 4];
    for (int j = 0; j < m; j++)
        b[j] = "ACGT"[(j * 3 + j * j / 5) % 4];
    a[n] = b[m] = 0;

    int *d0 = calloc(n + 1, sizeof(int)), *d1 = calloc(n + 1, sizeof(int)), *d2 = calloc(n + 1, sizeof(int));
    /* diagonal d holds the cells (i, d - i), addressed by i */
    for (int d = 2; d <= n + m; d++) {
        int from = imax(1, d - m), to = imin(n, d - 1);
        #pragma hydra parallel for
        for (int i = from; i <= to; i++) {
            int j = d - i;
            if (a[i - 1] == b[j - 1])
                d2[i] = d0[i - 1] + 1;
            else
                d2[i] = imax(d1[i - 1], d1[i]);
        }
        if (from == d - m && from > 0)
            d2[from - 1] = 0;
        d2[0] = 0;
        if (d <= n)
            d2[d] = 0;
        printf("%d ", d2[to]);
        int *t = d0;
        d0 = d1;
        d1 = d2;
        d2 = t;
    }
    printf("\n%s\n%s\n%d\n", a, b, d1[n]);
    free(d0), free(d1), free(d2);
    return 0;
}
