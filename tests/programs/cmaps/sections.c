#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 24;
    double (*A)[n] = malloc(n * n * 8), (*B)[n] = malloc(n * n * 8), (*C)[n] = malloc(n * n * 8), *rows = malloc(n * 8);
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            A[i][j] = (double)(i * j % 7 + 1) / n;
            B[i][j] = (double)(j * (i + 1) % 7 + 1) / n;
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double c = 0;
            for (int k = 0; k < n; k++)
                c += A[i][k] * B[k][j];
            C[i][j] = c;
        }
    for (int i = 0; i < n; i++) {
        rows[i] = 0;
        for (int j = 0; j < n; j++) {
            const double re = C[(i + n - 1) % n][(j + n - 1) % n] + C[(i + 1) % n][(j + 1) % n], im = C[i][j];
            sum += re * 2 - im;
            rows[i] += C[i][j];
        }
    }
    printf("%.12g\n", sum);
    for (int i = 0; i < n; i += 5)
        printf("%.12g %.12g\n", C[i][n - 1 - i], rows[i]);
}
