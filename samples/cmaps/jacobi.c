#include <stdio.h>
#include <stdlib.h>

static void relax(int n, double (*A)[n], double (*B)[n]) {
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            B[i][j] = (A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]) * 0.25;
}

int main(int argc, char **argv) {
    const int n = argc > 1 ? atoi(argv[1]) : 120, steps = argc > 2 ? atoi(argv[2]) : 100;
    double(*A)[n] = malloc(n * sizeof *A), (*B)[n] = malloc(n * sizeof *B), change = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[i][j] = B[i][j] = i == 0 ? 100 : j == 0 ? 50 : 0;
    int done = 0;
    for (int t = 1; t <= steps; t++) {
        relax(n, A, B);
        relax(n, B, A);
        change = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                const double d = A[i][j] > B[i][j] ? A[i][j] - B[i][j] : B[i][j] - A[i][j];
                change = d > change ? d : change;
            }
        done = t;
        if (change < 0.05)
            break;
    }
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += A[i][j] * (1 + (i + j) % 3);
    printf("%d steps, change %.6f, sum %.6f, middle %.10g\n", done, change, sum, A[n / 4][n / 4]);
    free(A);
    free(B);
    return 0;
}
