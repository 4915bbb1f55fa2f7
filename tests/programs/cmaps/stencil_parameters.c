#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void stencil(int n, double (*M)[n], int limit, int a, int b, double *change) {
    double (*old)[n] = malloc(n * sizeof *old);
    for (int t = 1; t <= limit; t++) {
        memcpy(old, M, n * sizeof *old);
        *change = -1.0 / 0.0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (i - a >= 0 && i - a < n && i + b >= 0 && i + b < n && j - a >= 0 && j - a < n && j + b >= 0 && j + b < n)
                    M[i][j] = (old[i - a][j] + old[i + b][j] + old[i][j - a] + old[i][j + b]) / 4;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                const double d = M[i][j] > old[i][j] ? M[i][j] - old[i][j] : old[i][j] - M[i][j];
                *change = d > *change ? d : *change;
            }
        if (*change < 1e-3)
            break;
    }
    free(old);
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 40;
    double (*M)[n] = malloc(n * n * sizeof(double)), change;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            M[i][j] = (i * 7 + j * 3) % 11;
    stencil(n, M, 50, 1, 2, &change);
    stencil(n, M, 5, 2, 0, &change);
    double s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            s += M[i][j] * (1 + i % 3) * (1 + j % 5);
    printf("%.10g %.10g\n", s, change);
    free(M);
}
