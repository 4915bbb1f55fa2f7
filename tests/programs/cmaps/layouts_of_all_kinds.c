#include <stdio.h>

enum { n = 23, m = 31, l = 41, p = 7, q = 6, r = 5 };
static double A[n][m], B[n][m], v[l], w[l];
static int C[p][q][r], D[p][q][r];

static void run(const char *name, int steps) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i][j] = (double)((i * 7 + j * 3) % 11);
    for (int i = 0; i < l; i++)
        v[i] = (double)(i % 13);
    for (int i = 0; i < p; i++)
        for (int j = 0; j < q; j++)
            for (int k = 0; k < r; k++)
                C[i][j][k] = (i * 5 + j * 3 + k) % 9;
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                B[i][j] = A[i][j];
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                A[i][j] = (B[i - 1][j] + B[i + 1][j] + B[i][j - 1] + B[i][j + 1]) / 4;
        for (int i = 0; i < l; i++)
            w[i] = (v[(i + l - 1) % l] + 2 * v[i] + v[(i + 1) % l]) / 4;
        for (int i = 0; i < l; i++)
            v[i] = w[i];
        for (int i = 0; i < p; i++)
            for (int j = 0; j < q; j++)
                for (int k = 0; k < r; k++)
                    D[i][j][k] = (C[(i + 1) % p][j][k] + C[i][(j + q - 1) % q][k]) % 9;
        for (int i = 0; i < p; i++)
            for (int j = 0; j < q; j++)
                for (int k = 0; k < r; k++)
                    C[i][j][k] = (D[i][j][(k + 2) % r] + D[i][j][k]) % 9;
    }
    double sum = 0, of_line = 0;
    long of_cube = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += A[i][j] * (i + 2 * j);
    for (int i = 0; i < l; i++)
        of_line += v[i] * i;
    for (int i = 0; i < p * q * r; i++)
        of_cube += (&C[0][0][0])[i] * (i % 17);
    printf("%s: %.9e %.9e %ld\n", name, sum, of_line, of_cube);
}

int main(void) {
    run("block", 4);
    run("cyclic", 4);
    run("block-cyclic", 4);
    run("weighted", 4);
    run("weighted", 5);
    run("grid", 4);
    run("quadtree", 4);
    run("own", 4);
    run("own", 4);
    return 0;
}
