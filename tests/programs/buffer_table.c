// distributed: 11 14
// offloaded: 11 14
// Two buffers in a table of pointers, that change places by their index.
#include <stdio.h>
#include <stdlib.h>
#define N 64
int main(void) {
    double *bufs[2];
    bufs[0] = malloc(N * sizeof(double)); bufs[1] = calloc(N, sizeof(double));
#pragma hydra parallel for
    for (int i = 0; i < N; i++) bufs[0][i] = i * i;
    for (int t = 0; t < 5; t++) {
#pragma hydra parallel for
        for (int i = 1; i < N - 1; i++) bufs[(t + 1) % 2][i] = 0.5 * (bufs[t % 2][i - 1] + bufs[t % 2][i + 1]);
    }
    for (int i = 0; i < N; i += 5) printf("%g ", bufs[1][i]);
    printf("\n");
    return 0;
}
