/* The twin of t23.cmaps. */
#include <math.h>
#include <stdio.h>
#define N 12
static double A[N][N], B[N][N - 3], C[N][N - 3], x[N], b[N];
int main(void) {
    int steps = 0;
    for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) A[i][j] = i == j ? 20 + i : (i * 5 + j * 3) % 7 - 2;
    for (int i = 0; i < N; i++) for (int j = 0; j < N - 3; j++) B[i][j] = (i + 2 * j) % 5;
    for (int i = 0; i < N; i++) for (int j = 0; j < N - 3; j++) { double s = 0; for (int k = 0; k < N; k++) s += A[i][k] * B[k][j]; C[i][j] = s; }
    for (int k = 0; k < N - 1; k++) {
        for (int i = k + 1; i < N; i++) A[i][k] /= A[k][k];
        for (int i = k + 1; i < N; i++) for (int j = k + 1; j < N; j++) A[i][j] -= A[i][k] * A[k][j];
    }
    for (int i = N / 2; i < N; i++) for (int k = 0; k < N - 2; k++) A[i][1 + k] += i * A[0][2 + k];
    for (int i = 0; i < N - 3; i++) for (int j = 0; j < N; j++) printf("%.17g %.17g\n", C[j][i], A[j][i]);
    for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) A[i][j] = i == j ? 3 : (i > j ? i - j : j - i) == 1 ? -1 : 0;
    double r[N], p[N], q[N], rr = 0;
    for (int i = 0; i < N; i++) { b[i] = i % 3; r[i] = p[i] = b[i]; rr += b[i] * b[i]; }
    for (int t = 1; t <= 100; t++) {
        if (sqrt(rr) < 1e-9) break;
        double pq = 0, old = rr;
        for (int i = 0; i < N; i++) { q[i] = 0; for (int k = 0; k < N; k++) q[i] += A[i][k] * p[k]; }
        for (int i = 0; i < N; i++) pq += p[i] * q[i];
        for (int i = 0; i < N; i++) { x[i] += rr / pq * p[i]; r[i] -= rr / pq * q[i]; }
        rr = 0;
        for (int i = 0; i < N; i++) rr += r[i] * r[i];
        for (int i = 0; i < N; i++) p[i] = r[i] + rr / old * p[i];
        steps++;
    }
    printf("%d\n", steps);
    for (int i = 0; i < N; i++) printf("%.7f\n", x[i] + 1e-12);
    return 0;
}
