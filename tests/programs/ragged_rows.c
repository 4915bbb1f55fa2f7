// distributed: 16 21 25
// Ragged rows: a triangle whose rows are allocated one by one, and one whose rows lie in one block.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 50;
    double **lower = malloc(n * sizeof(double *)), **packed = malloc(n * sizeof(double *));
    double *block = malloc(n * (n + 1) / 2 * sizeof(double));
    for (int i = 0; i < n; i++) {
        lower[i] = malloc((i + 1) * sizeof(double));
        packed[i] = block + i * (i + 1) / 2;
    }
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            lower[i][j] = 1.0 / (i + j + 1);
    for (int t = 0; t < 5; t++) {
#pragma hydra parallel for
        for (int i = 1; i < n; i++)
            for (int j = 0; j <= i; j++)
                packed[i][j] = lower[i][j] + (j < i ? lower[i - 1][j] : 0) + t;
#pragma hydra parallel for
        for (int i = 1; i < n; i++)
            for (int j = 0; j < i; j++)
                lower[i][j] = 0.5 * (packed[i][j] + packed[i][j + 1]);
    }
    double s = 0;
    for (int i = 1; i < n; i++)
        for (int j = 0; j <= i; j++)
            s += lower[i][j] * (j + 1) - packed[i][j];
    printf("%.12g\n", s);
    return 0;
}
