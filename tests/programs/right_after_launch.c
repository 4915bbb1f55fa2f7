// distributed: 15 27 34
// offloaded: 15 27 34
// What a parallel loop reads is freed, overwritten, resized and handed out again right behind it, in serial code that
// does not wait for anything.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double sum;

static double *made(int n, double by)
{
    double *a = malloc(n * sizeof *a);
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        a[i] = i * by;
    return a;
}

int main(void)
{
    int n = 30000;
    double *b = malloc(n * sizeof *b), *c = malloc(n * sizeof *c);
    for (int round = 0; round < 5; round++) {
        double *a = made(n, round + 0.5);
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            b[i] = a[n - 1 - i];
        free(a);
        a = malloc(n * sizeof *a); /* the same addresses, perhaps */
        for (int i = 0; i < n; i++)
            a[i] = -1;
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            c[i] = b[n - 1 - i] + a[i];
        b[0] = b[n - 1] = 1000 + round;
        memset(b + 10, 0, (n - 20) * sizeof *b);
        b = realloc(b, 2 * n * sizeof *b);
        for (int i = n; i < 2 * n; i++)
            b[i] = round;
        sum += a[round] + c[round] + c[n - 1 - round] + b[n / 2] + b[n + 3];
        double *old = c;
        c = b;
        b = old;
        n = n * 9 / 10;
        free(a);
    }
    printf("%.3f %.3f %.3f\n", sum, b[n / 3], c[n / 2]);
    free(b);
    free(c);
    return 0;
}
