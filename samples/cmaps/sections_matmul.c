/* The classical product of matrices, twice: by inner products of rows and columns, and row by row. The sequential
 * program to sections_matmul.cmaps. All numbers are whole and small enough to be exact, so that both ways give the same
 * result. */
#include <stdio.h>

#ifndef N
#define N 150
#endif
#define K (N + N / 3)
#define M (N / 2)

static double a[N][K], b[K][M], c[N][M], d[N][M];

int main(void) {
    double sum = 0;
    int different = 0;
    for (int i = 0; i < N; i++)
        for (int k = 0; k < K; k++)
            a[i][k] = (i * 3 + k * k) % 17 - 8;
    for (int k = 0; k < K; k++)
        for (int j = 0; j < M; j++)
            b[k][j] = (k * 5 + j * j) % 17 - 8;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            double inner = 0;
            for (int k = 0; k < K; k++)
                inner += a[i][k] * b[k][j];
            c[i][j] = inner;
        }
    for (int i = 0; i < N; i++)
        for (int k = 0; k < K; k++)
            for (int j = 0; j < M; j++)
                d[i][j] += a[i][k] * b[k][j];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            sum += c[i][j] * ((i + 2 * j) % 5);
            different += c[i][j] != d[i][j];
        }
    printf("sum %.0f, corners %.0f %.0f %.0f, %d different\n", sum, c[0][0], c[0][M - 1], c[N - 1][M - 1], different);
    return 0;
}
