#include <stdio.h>
#include <stdlib.h>

static void vector(int n, int first, int by, double *v) {
    for (int i = 0; i < n; i++)
        v[i] = ((i + first) * by % n + 1.0) / n / by;
}

int main(int argc, char **argv) {
    const int n = argc > 1 ? atoi(argv[1]) : 90;
    double(*A)[n] = malloc(n * sizeof *A), v[7][n], all = 0;
    double *u1 = v[0], *u2 = v[1], *v1 = v[2], *v2 = v[3], *y = v[4], *z = v[5], *w = v[6], *x = malloc(n * sizeof *x);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[i][j] = (double)(i * j % n) / n;
    vector(n, 0, 1, u1);
    vector(n, 1, 2, u2);
    vector(n, 1, 4, v1);
    vector(n, 1, 6, v2);
    vector(n, 1, 8, y);
    vector(n, 1, 9, z);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[i][j] = A[i][j] + u1[i] * v1[j] + u2[i] * v2[j];
    for (int i = 0; i < n; i++) {
        x[i] = z[i];
        for (int j = 0; j < n; j++)
            x[i] += 1.2 * A[j][i] * y[j];
    }
    for (int i = 0; i < n; i++) {
        w[i] = 0;
        for (int j = 0; j < n; j++)
            w[i] += 1.5 * A[i][j] * x[j];
        all += w[i];
    }
    printf("%.10g %.10g %.10g\n", all, w[0], w[n - 1]);
    free(A);
    free(x);
    return 0;
}
