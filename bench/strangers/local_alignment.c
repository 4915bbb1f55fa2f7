// bench: 15000 12000
// quick: 200 150
/* Local alignment of two sequences with affine gaps (Smith-Waterman), by anti-diagonals: only three of them are
   kept. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *sequence(int n, unsigned r)
{
    char *s = malloc(n + 1);
    for (int i = 0; i < n; i++) {
        r = r * 1664525u + 1013904223u;
        s[i] = "ACGT"[r >> 30];
    }
    s[n] = 0;
    return s;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000, m = argc > 2 ? atoi(argv[2]) : 800, open = 5, extend = 1, score = 0;
    char *a = sequence(n, 4), *b = sequence(m, 9);
    int *h = calloc(n + 1, sizeof *h), *last = calloc(n + 1, sizeof *last), *before = calloc(n + 1, sizeof *before);
    int *gap = calloc(n + 1, sizeof *gap), *down = calloc(n + 1, sizeof *down), *up = calloc(n + 1, sizeof *up);
    memcpy(b + m / 3, a + n / 4, m / 5);
    for (int d = 2; d <= n + m; d++) {
        int lo = d - m > 1 ? d - m : 1, hi = d - 1 < n ? d - 1 : n, best = 0;
        #pragma hydra parallel for reduction(max:best)
        for (int i = lo; i <= hi; i++) {
            int j = d - i, value = before[i - 1] + (a[i - 1] == b[j - 1] ? 3 : -2);
            int right = gap[i] - extend > last[i] - open ? gap[i] - extend : last[i] - open;
            int below = up[i - 1] - extend > last[i - 1] - open ? up[i - 1] - extend : last[i - 1] - open;
            gap[i] = right;
            down[i] = below;
            if (value < right)
                value = right;
            if (value < below)
                value = below;
            h[i] = value > 0 ? value : 0;
            if (h[i] > best)
                best = h[i];
        }
        if (best > score)
            score = best;
        if (d <= n)
            h[d] = 0; /* the upper border: row d, column 0 */
        int *t = before;
        before = last;
        last = h;
        h = t;
        t = up;
        up = down;
        down = t;
    }
    printf("%d\n", score);
    return 0;
}
