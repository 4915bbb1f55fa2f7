/* The product of two matrices of N = Q B points a side, row by row: the sequential program to cannon.cmaps. Blocks play
 * no part here: all numbers are whole and small enough to be exact, so that any order of the sums, blockwise too, gives
 * the same result to the last digit. */
#include <stdio.h>
#include <stdlib.h>

#ifndef Q
#define Q 12
#endif
#ifndef B
#define B 16
#endif
#define N (Q * B)

static double a[N][N], b[N][N], c[N][N];

int main(void) {
    for (long i = 0; i < N; i++)
        for (long j = 0; j < N; j++) {
            a[i][j] = (i * N + j) * 7 % 19 - 9;
            b[i][j] = (i * N + j) * 11 % 19 - 9;
        }
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++)
            for (int j = 0; j < N; j++)
                c[i][j] += a[i][k] * b[k][j];
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += c[i][j] * ((i + 2 * j) % 5);
    printf("sum %.0f, corners %.0f %.0f %.0f\n", sum, c[0][0], c[0][N - 1], c[N - 1][N - 1]);
    return 0;
}
