// distributed: 25 29 33
// offloaded: 29
// Rows of a table that a device's buffer does not hold, since no formula says which ones a loop reads: it runs on the
// host then. One loop has rows that are known beside them; one comes behind a loop that has changed the table on the
// device.
#include <stdio.h>
#include <stdlib.h>

#define N 16

int main(int argc, char **argv) {
    (void)argv;
    int n = 18 + argc;
    double *c = malloc(n * sizeof *c), *d = malloc(n * sizeof *d);
    double **t = malloc(N * sizeof *t);
    t[0] = malloc(N * N * sizeof **t);
    for (int i = 1; i < N; i++)
        t[i] = t[i - 1] + N;
    for (int i = 0; i < n; i++)
        c[i] = d[i] = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            t[i][j] = 1 + i * N + j;
#pragma hydra parallel for
    for (int i = 1; i < n; i++)
        c[i] = t[i / 2][0] + (i % 3 != 1 ? 1.5 : t[(i + 16) % N][i + 1 < N ? i + 1 : N - 1]);
    for (int round = 0; round < 3; round++) {
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                t[i][j] = t[i][j] * 0.5 + i + round;
#pragma hydra parallel for
        for (int i = 1; i < n; i++)
            d[i] += c[i] + (i % 3 != 1 ? 1.5 : t[(i + 16) % N][i + 1 < N ? i + 1 : N - 1]);
    }
    for (int i = 0; i < n; i++)
        printf("%g %g|", c[i], d[i]);
    printf("\n");
    return 0;
}
