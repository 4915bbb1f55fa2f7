/* The twin of t01.cmaps. */
#include <stdio.h>
#include <string.h>
#define N 13

static void stencil(long n, long m, double *M, int limit, int a, int b) {
    double T[n * m + 1];
    for (int t = 1; t <= limit; t++) {
        memcpy(T, M, sizeof(double) * n * m);
        for (long i = 0; i < n; i++)
            for (long j = 0; j < m; j++)
                if (i - a >= 0 && i - a < n && i + b >= 0 && i + b < n && j - a >= 0 && j - a < m && j + b >= 0 && j + b < m)
                    M[i * m + j] = (T[(i - a) * m + j] + T[(i + b) * m + j] + T[i * m + j - a] + T[i * m + j + b]) / 4;
    }
}

static double M[N][N];

static void show(const char *name, long n, double A[n][n]) {
    double s = 0;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) s += A[i][j] * (double)(i * 3 + j + 1);
    printf("%s %.17g %.17g\n", name, s, A[n / 2][n / 2]);
}

int main(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) M[i][j] = i * 7 % 5 + j;
    stencil(N, N, &M[0][0], 5, 1, 1);
    show("block", N, M);
    stencil(N, N, &M[0][0], 3, 2, 1);
    show("cyclic", N, M);
    stencil(N, N, &M[0][0], 4, 1, 3);
    show("block-cyclic", N, M);
    stencil(N, N, &M[0][0], 0, 1, 1);
    show("none", N, M);
    stencil(N, N, &M[0][0], 2, 9, 9);
    show("wide", N, M);
    stencil(3, 3, &M[0][0], 2, 1, 1);
    show("corner", N, M);
    return 0;
}
