// distributed: 31 40 57
// offloaded: 31 40 57
/* How warm a processor gets: each cell of its surface is heated by the circuits below it, and gives warmth to its four
 * neighbours and to the air. Beyond the border there is nothing: a cell there has itself as a neighbour.
 *
 *     hotspot [n [steps]]
 */
#include <stdio.h>
#include <stdlib.h>

#define AIR 80.0

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 96;
    int steps = argc > 2 ? atoi(argv[2]) : 40;
    if (n < 1 || steps < 0) {
        printf("usage: hotspot [n >= 1 [steps >= 0]]\n");
        return 1;
    }
    size_t cells = (size_t)n * n;
    double *now = malloc(cells * sizeof(double));
    double *next = malloc(cells * sizeof(double));
    double *power = malloc(cells * sizeof(double));
    if (now == NULL || next == NULL || power == NULL) {
        printf("out of memory\n");
        return 1;
    }
    int i, j, t;
#pragma hydra parallel for private(j)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            now[i * n + j] = AIR;
            power[i * n + j] = i / 8 % 3 == 1 && j / 8 % 4 == 2 ? 2.5 : 0.125 * ((i + j) % 5);
        }

    const double along = 0.1, across = 0.12, above = 0.01;
    for (t = 0; t < steps; t++) {
#pragma hydra parallel for private(j)
        for (i = 0; i < n; i++)
            for (j = 0; j < n; j++) {
                int c = i * n + j;
                double north = i > 0 ? now[c - n] : now[c];
                double south = i < n - 1 ? now[c + n] : now[c];
                double west = j > 0 ? now[c - 1] : now[c];
                double east = j < n - 1 ? now[c + 1] : now[c];
                next[c] = now[c] + power[c] + along * (north + south - 2.0 * now[c]) +
                          across * (west + east - 2.0 * now[c]) + above * (AIR - now[c]);
            }
        double *old = now;
        now = next;
        next = old;
    }

    double hottest = 0.0, sum = 0.0;
#pragma hydra parallel for private(j) reduction(+:sum) reduction(max:hottest)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            sum += now[i * n + j];
            hottest = now[i * n + j] > hottest ? now[i * n + j] : hottest;
        }
    printf("hotspot %d x %d, %d steps\n", n, n, steps);
    printf("mean %.10g, hottest %.10g, corner %.10g\n", sum / cells, hottest, now[0]);
    free(now);
    free(next);
    free(power);
    return 0;
}
