// deals: block, cyclic, block-cyclic:3
// distributed: 27 30 35 42 69 98 108 124
// offloaded: 35 42 69 98 108 124
/* Wavefronts whose launches are told by rule: sweeps that follow each other, arrays narrower than the front is long, rows
   that loops have set, borders that are set or read on the way, texts that loops have made, conditions and maxima. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int larger(int a, int b) { return a > b ? a : b; }

static long check(int n, int m, int h[n][m])
{
    long sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum = (sum * 31 + h[i][j]) % 1000000007;
    return sum;
}

/* Rows that a loop has set, then fronts, twice. */
static void sweeps(int n, int m)
{
    int (*h)[m] = malloc(sizeof(int[n][m]));
    char *a = malloc(n), *b = malloc(m);
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        a[i] = "ACGT"[i * i * 5 % 7 % 4];
#pragma hydra parallel for
    for (int j = 0; j < m; j++)
        b[j] = "ACGT"[(j * 3 + j / 5) % 4];
    for (int round = 0; round < 3; round++) {
        if (round != 1) {
#pragma hydra parallel for
            for (int i = 0; i < n; i++)
                for (int j = 0; j < m; j++)
                    h[i][j] = i == 0 ? j + round : j == 0 ? i : -1;
        }
        for (int d = 2; d <= n + m - 2; d++) {
            int lo = d > m - 1 ? d - m + 1 : 1, hi = d - 1 < n - 1 ? d - 1 : n - 1;
#pragma hydra parallel for
            for (int i = lo; i <= hi; i++) {
                int j = d - i, same = h[i - 1][j - 1] + (a[i] == b[j] ? 2 : -1);
                h[i][j] = larger(same, larger(h[i - 1][j], h[i][j - 1]) - 1);
            }
        }
        printf("%d x %d: %d\n", n, m, h[n - 1][m - 1]);
    }
    printf("%ld\n", check(n, m, h));
    free(a), free(b), free(h);
}

/* Borders of a front are set when it gets there; some of the front is looked at, and its largest element is found. */
static void borders(int n, int m)
{
    int (*h)[m] = calloc(n, sizeof *h);
    int best = -1;
    for (int d = 0; d <= n + m - 2; d++) {
        int lo = d > m - 1 ? d - m + 1 : 0, hi = d < n - 1 ? d : n - 1;
        if (d < m)
            h[0][d] = d % 5;
        if (d < n)
            h[d][0] = d % 7;
        if (lo == 0)
            lo = 1;
        if (hi == d)
            hi = d - 1;
#pragma hydra parallel for reduction(max : best)
        for (int i = lo; i <= hi; i++) {
            int j = d - i;
            h[i][j] = larger(h[i - 1][j - 1] + (i * j % 3 == 0 ? 3 : -2), larger(h[i - 1][j], h[i][j - 1]) - 1);
            if (h[i][j] > best)
                best = h[i][j];
        }
        if (d % 9 == 8 && hi >= lo)
            printf("%d ", h[(lo + hi) / 2][d - (lo + hi) / 2]);
    }
    printf("best %d, %ld\n", best, check(n, m, h));
    free(h);
}

/* What is stored depends on what was there; cells are records. */
struct cell {
    int gain, steps;
    short from;
};

static void marks(int n, int m)
{
    static struct cell grid[60][40];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            grid[i][j] = (struct cell){(i * 7 + j * 3) % 11, 0, -1};
    for (int sweep = 0; sweep < 2; sweep++)
        for (int d = 2; d <= n + m - 2; d++) {
            int lo = d > m - 1 ? d - m + 1 : 1, hi = d - 1 < n - 1 ? d - 1 : n - 1;
#pragma hydra parallel for
            for (int i = lo; i <= hi; i++) {
                struct cell *c = &grid[i][d - i], *up = &grid[i - 1][d - i], *left = &grid[i][d - i - 1];
                if (up->gain > left->gain)
                    c->from = 1;
                c->steps = larger(up->steps, left->steps) + 1;
                c->gain = (c->gain + up->gain + 2 * left->gain) % 23;
            }
        }
    long sum = 0;
#pragma hydra parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += grid[i][j].gain * 5 + grid[i][j].steps * 3 + grid[i][j].from;
    printf("%ld\n", sum);
}

/* In one dimension, from a place inside, with two arrays, and once more over what is there; rows below are read, too. */
static void flat(int n, int w, int from)
{
    double *x = calloc((size_t)(n + 1) * w + from, sizeof *x), *y = calloc((size_t)(n + 1) * w, sizeof *y);
    for (int j = 0; j < w; j++)
        x[from + j] = j % 4;
    for (int t = 0; t < 2; t++)
        for (int d = 2; d < n + w - 1; d++) {
            int lo = d > w - 1 ? d - w + 1 : 1, hi = d - 1 < n - 1 ? d - 1 : n - 1;
#pragma hydra parallel for
            for (int i = lo; i <= hi; i++) {
                y[i * w + d - i] = 0.5 * y[(i - 1) * w + d - i] + x[from + i * w + d - i - 1];
                x[from + i * w + d - i] += 0.25 * y[i * w + d - i - 1] + x[from + (i - 1) * w + d - i - 1] / 8 +
                                           x[from + (i + 1) * w + d - i] / 16;
            }
        }
    double sum = 0;
    for (int i = 0; i <= n; i++)
        for (int j = 0; j < w; j++)
            sum = sum * 0.9 + x[from + i * w + j] + y[i * w + j];
    printf("%.17g\n", sum);
    free(x), free(y);
}

int main(void)
{
    sweeps(37, 50);
    sweeps(90, 6);
    sweeps(20, 77);
    borders(41, 33);
    borders(19, 60);
    marks(60, 40);
    marks(31, 40);
    flat(40, 29, 0);
    flat(25, 64, 13);
    return 0;
}
