// bench: 200000 380
// quick: 2000 4
/* Neighbour lists of different lengths, one allocation each. */
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 200000, steps = argc > 2 ? atoi(argv[2]) : 10;
    int *len = malloc(n * sizeof *len), **list = malloc(n * sizeof *list);
    double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y), s = 0;
    for (int i = 0; i < n; i++) {
        len[i] = 3 + i % 9;
        list[i] = malloc(len[i] * sizeof **list);
        for (int k = 0; k < len[i]; k++)
            list[i][k] = (i + k * k - 8 + n) % n;
        x[i] = i % 17;
    }
    for (int t = 0; t < steps; t++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            double f = 0;
            for (int k = 0; k < len[i]; k++)
                f += x[list[i][k]] - x[i];
            y[i] = f;
        }
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            x[i] += 0.01 * y[i];
    }
#pragma hydra parallel for reduction(+:s)
    for (int i = 0; i < n; i++)
        s += x[i] * (i % 3);
    printf("%.8g\n", s);
    return 0;
}
