/* The twin of t30.cmaps. */
#include <stdio.h>
#include <stdlib.h>
static void difference(int n, int m, double *A, double *B, double *C, int d) {
    for (int i = 0; i + d < n; i++) for (int j = 0; j + d < m; j++) C[i * m + j] = A[(i + d) * m + j] - B[i * m + j + d];
}
static void touch(int n, double *A) { for (int i = 0; i < n; i++) A[i]++; }
static void partly(int n, double *A, int s) { for (int i = 0; i < n; i += s) A[i] = i * 2; }
static double both(int n, double *A, int m, double *B) {
    double s = 0, t = B[0];
    for (int i = 0; i < n; i++) s += A[i];
    for (int i = 0; i < m; i++) if (B[i] > t) t = B[i];
    return s + t * 1000;
}
struct grid { long n; double *data; double fixed[4][5]; };
int main(void) {
    enum { N = 6, M = 7 };
    double v[2 * N][M], flat[N * M] = {0}, stack[N][M];
    static struct grid g;
    for (int i = 0; i < N; i++) for (int j = 0; j < M; j++) { stack[i][j] = i * j; v[i][j] = i - j; v[N + i][j] = -1; }
    difference(N, M, stack[0], v[0], v[N], 1);
    touch(2 * M, stack[1]);
    touch(N * M, flat);
    difference(N, M, flat, flat, stack[0], 2);
    partly(N * M, flat, 4);
    touch(20, g.fixed[0]);
    partly(5, g.fixed[2], 3);
    touch(6, flat + 30);
    printf("%g ", both(10, flat, 20, flat + 5));
    printf("%g ", both(M, stack[3], M, stack[3]));
    printf("%g %d\n", both(20, g.fixed[0], 20, g.fixed[0]), 14);
    for (int i = 0; i < 2 * N; i++) for (int j = 0; j < M; j++) printf("%g ", v[i][j]);
    for (int i = 0; i < N * M; i++) printf("%g %g\n", flat[i], (&stack[0][0])[i]);
    for (int i = 0; i < 20; i++) printf("%g ", g.fixed[i / 5][i % 5]);
    return 0;
}
