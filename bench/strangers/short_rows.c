// bench: 380000
// quick: 2000
/* A table of short rows, each allocated by itself (layers of a network). */
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 400000, m = 17;
    float **w = malloc(n * sizeof *w), *x = malloc(n * sizeof *x), h[17];
    for (int i = 0; i < n; i++) {
        w[i] = malloc(m * sizeof **w);
        for (int j = 0; j < m; j++)
            w[i][j] = (i + j) % 5 * 0.01f;
        x[i] = i % 3;
    }
    for (int t = 0; t < 4; t++) {
#pragma hydra parallel for
        for (int j = 0; j < m; j++) {
            float s = 0;
            for (int k = 0; k < n; k++)
                s += w[k][j] * x[k];
            h[j] = 1 / (1 + s * 1e-6f);
        }
#pragma hydra parallel for
        for (int j = 0; j < m; j++)
            for (int k = 0; k < n; k++)
                w[k][j] += 0.001f * h[j] * x[k];
    }
    printf("%.5g %.5g\n", h[0], w[n / 2][3]);
    return 0;
}
