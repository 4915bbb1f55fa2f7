/* The twin of t18.cmaps. */
#include <stdio.h>
#include <stdlib.h>
static void shift(int n, const double *A, double *B, int d) { for (int i = 0; i < n; i++) B[i] = A[(i + d + n) % n] - A[i] / 2; }
static double norm2(int n, const double *a) { double s = 0; for (int i = 0; i < n; i++) s += a[i] * a[i]; return s; }
static double sumOf(int n, const double *a) { double s = 0; for (int i = 0; i < n; i++) s += a[i] * i; return s; }
static double global[20][3];
int main(void) {
    int n = 20;
    double *a = malloc(n * sizeof *a), *b = calloc(n, sizeof(double)), *t, total = 0;
    for (int i = 0; i < n; i++) a[i] = i % 7 * 4;
    for (int k = 0; k < 6; k++) {
        shift(n, a, b, k - 2);
        for (int i = 1; i < n; i++) a[i] = b[i - 1] + b[n - i];
        b[k] += 1;
        t = a; a = b; b = t;
        double s = norm2(n, b);
        total += s;
        printf("%d %g %g %g\n", k, s, sumOf(n, a), a[k]);
    }
    for (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) global[i][j] = a[i] + j;
    shift(10, global[0], a, 1);
    shift(10, a + 10, &global[10][0], 3);
    double v[n], w[n];
    for (int i = 0; i < n; i++) v[i] = global[i][i % 3];
    shift(n, v, w, -1);
    for (int i = 0; i < n; i++) printf("%g %g %g %g %g\n", a[i], b[i], global[i][1], v[i], w[i]);
    printf("%g\n", total);
    free(a);
    free(b);
    return total > 0 ? 3 : 0;
}
