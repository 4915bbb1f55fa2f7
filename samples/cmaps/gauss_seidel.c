/* Gauss-Seidel's method in two and in three dimensions: the sequential program to gauss_seidel.cmaps. The points are
 * swept in the order of their indexes, in place, so that each takes the new values of the neighbours before it and the
 * old ones of those behind it. */
#include <stdio.h>

#ifndef N2
#define N2 200
#endif
#ifndef N3
#define N3 40
#endif
#ifndef SWEEPS
#define SWEEPS 20
#endif

static double p[N2][N2], c[N3][N3][N3];

static void plane(void) {
    double most = 0, sum = 0;
    for (int i = 0; i < N2; i++)
        for (int j = 0; j < N2; j++)
            p[i][j] = (i * 7 + j * 5) % 23;
    for (int t = 0; t < SWEEPS; t++)
        for (int i = 1; i < N2 - 1; i++)
            for (int j = 1; j < N2 - 1; j++)
                p[i][j] = (p[i - 1][j] + p[i + 1][j] + p[i][j - 1] + p[i][j + 1]) / 4;
    for (int i = 0; i < N2; i++)
        for (int j = 0; j < N2; j++) {
            sum += p[i][j] * (1 + ((long)i * N2 + j) % 7);
            if (i > 0 && i < N2 - 1 && j > 0 && j < N2 - 1 && p[i][j] > most)
                most = p[i][j];
        }
    printf("plane: largest %.12g, sum %.8f\n", most, sum);
}

static void cube(void) {
    double most = 0, sum = 0;
    for (int i = 0; i < N3; i++)
        for (int j = 0; j < N3; j++)
            for (int k = 0; k < N3; k++)
                c[i][j][k] = (i * 7 + j * 5 + k * 3) % 23;
    for (int t = 0; t < SWEEPS; t++)
        for (int i = 1; i < N3 - 1; i++)
            for (int j = 1; j < N3 - 1; j++)
                for (int k = 1; k < N3 - 1; k++)
                    c[i][j][k] = (c[i - 1][j][k] + c[i + 1][j][k] + c[i][j - 1][k] + c[i][j + 1][k] + c[i][j][k - 1] +
                                  c[i][j][k + 1]) / 6;
    for (int i = 0; i < N3; i++)
        for (int j = 0; j < N3; j++)
            for (int k = 0; k < N3; k++) {
                sum += c[i][j][k] * (1 + (((long)i * N3 + j) * N3 + k) % 7);
                if (i > 0 && i < N3 - 1 && j > 0 && j < N3 - 1 && k > 0 && k < N3 - 1 && c[i][j][k] > most)
                    most = c[i][j][k];
            }
    printf("cube: largest %.12g, sum %.8f\n", most, sum);
}

int main(void) {
    plane();
    cube();
    return 0;
}
