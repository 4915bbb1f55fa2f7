#include <stdio.h>
#include <stdlib.h>

static void line(long n, double *A, double *B) {
    for (long i = 0; i < n; i++)
        B[i] = A[i] + 0.25 * (A[(i + n - 1) % n] - 2 * A[i] + A[(i + 1) % n]);
}

static void plate(long n, long m, double (*A)[m], double (*B)[m]) {
    for (long i = 0; i < n; i++)
        for (long j = 0; j < m; j++)
            B[i][j] = A[i][j] + 0.125 * (A[(i + n - 1) % n][j] + A[(i + 1) % n][j] + A[i][(j + m - 1) % m] +
                                         A[i][(j + 1) % m] - 4 * A[i][j]);
}

static void cube(long n, double (*A)[n][n], double (*B)[n][n]) {
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            for (long k = 0; k < n; k++)
                B[i][j][k] = A[i][j][k] +
                             0.0625 * (A[(i + n - 1) % n][j][k] + A[(i + 1) % n][j][k] + A[i][(j + n - 1) % n][k] +
                                       A[i][(j + 1) % n][k] + A[i][j][(k + n - 1) % n] + A[i][j][(k + 1) % n] -
                                       6 * A[i][j][k]);
}

int main(int argc, char **argv) {
    const int n = argc > 1 ? atoi(argv[1]) : 24, steps = argc > 2 ? atoi(argv[2]) : 10;
    const long points = (long)n * n * n;
    double *A = calloc(points, sizeof *A), *B = calloc(points, sizeof *B);
    for (long i = 0; i < points; i++)
        A[i] = i % 17 * (i % 5);
    for (int t = 1; t <= steps; t++) {
        line(points, A, B);
        line(points, B, A);
    }
    for (int t = 1; t <= steps; t++) {
        plate((long)n * n, n, (void *)A, (void *)B);
        plate((long)n * n, n, (void *)B, (void *)A);
    }
    for (int t = 1; t <= steps; t++) {
        cube(n, (void *)A, (void *)B);
        cube(n, (void *)B, (void *)A);
    }
    double most = 0;
    for (long i = 0; i < points; i += 7)
        most += A[i] * (1 + i % 3);
    printf("%.10g %.10g %.10g\n", A[0], A[points / 2 + n / 3], most);
    free(A);
    free(B);
    return 0;
}
