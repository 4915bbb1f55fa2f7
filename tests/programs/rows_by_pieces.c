// distributed: 23 27 31 38 45
// offloaded: 23 27 31 38 45
#include <stdio.h>
#include <stdlib.h>

/* Rows that wrap around, at several distances, forwards and backwards, in place of each other; a matrix of one
 * dimension whose row k all iterations read; minima whose condition reads what is kept. */
enum { W = 3 };

static void run(int n, int steps)
{
    double(*a)[W] = malloc(n * sizeof *a), (*b)[W] = malloc(n * sizeof *b), (*c)[W] = malloc(n * sizeof *c);
    double *d = malloc(n * n * sizeof *d), *low = malloc(n * sizeof *low);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < W; j++)
            a[i][j] = (i * 7 + j * 3) % 11, b[i][j] = 0, c[i][j] = i - j;
        for (int j = 0; j < n; j++)
            d[i * n + j] = i == j ? 0 : (i * 5 + j * 3) % 17 + 1;
        low[i] = 5;
    }
    for (int t = 0; t < steps; t++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int j = 0; j < W; j++)
                b[i][j] = a[(i + 1) % n][j] + 2 * a[(i - 1 + n) % n][j] - a[(i + 2) % n][(j + 1) % W];
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int j = 0; j < W; j++)
                c[n - 1 - i][j] = 0.5 * b[n - 1 - i][j] + c[n - 1 - i][j]; /* backwards */
#pragma hydra parallel for
        for (int i = 1; i < n; i++)
            for (int j = 0; j < W; j++)
                a[i][j] = 0.25 * (b[i][j] + c[i == n - 1 ? 0 : i + 1][j] + c[(i + n / 2) % n][j]);
        double(*swap)[W] = b;
        b = c;
        c = swap;
#pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            double here = a[i][0] + b[(i + n - 1) % n][1];
            low[i] = here < low[i] ? here : low[i];
        }
    }
    for (int k = 0; k < n; k++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            if (i != k)
                for (int j = 0; j < n; j++) {
                    double through = d[i * n + k] + d[k * n + j];
                    d[i * n + j] = through < d[i * n + j] ? through : d[i * n + j];
                }
    }
    for (int i = 0; i < n; i++) {
        printf("%.17g %.17g %.17g %.17g\n", a[i][0], b[i][1], c[i][2], low[i]);
        for (int j = 0; j < n; j++)
            printf("%g ", d[i * n + j]);
        printf("\n");
    }
    free(a);
    free(b);
    free(c);
    free(d);
    free(low);
}

int main(void)
{
    run(13, 4);
    run(2, 3);
    run(1, 2);
    run(40, 3);
    return 0;
}
