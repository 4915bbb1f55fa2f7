/* The twin of t20.cmaps. */
#include <limits.h>
#include <stdio.h>
static long A[12], G[12], R[12], C[12];
static long at(int i, int n) { return ((i % n) + n) % n; }

static void one(int n, int halo, long *s, long *m) {
    long B[6] = {0}, T[6];
    *s = 0; *m = LONG_MAX;
    for (int i = 0; i < n; i++) A[i] = i + 1;
    for (int i = halo; i < n - halo; i++) B[i] = A[i - halo] + 10 * A[i] + 100 * A[i + halo];
    for (int i = 0; i < n; i++) T[i] = A[at(i - halo, n)] + 10 * i + 100 * A[at(i + 2 * halo, n)] + 10 * B[i];
    for (int i = 0; i < n; i++) { A[i] = T[i]; *s += A[i]; if (B[i] < *m) *m = B[i]; }
    for (int i = 1; i < n - 1; i++) { A[i] = 1; for (int k = -1; k < 2; k++) A[i] = A[i] * 2 + B[i + k]; }
    if (n) { long r = 1; for (int k = 0; k < n; k++) r = r * 2 + A[k]; *s += r; }
}
static void two(int n, int m, long *s) {
    *s = 0;
    for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) *s += G[i * m + j] = i * 7 + j;
    for (int i = 0; i < n; i++) { R[i] = 1; for (int k = 0; k < m; k++) R[i] = R[i] * 2 + G[i * m + k]; }
    for (int j = 0; j < m; j++) { C[j] = 1; for (int k = 0; k < n; k++) C[j] = C[j] * 2 + G[k * m + j]; }
    if (n > 0) R[0] = n * 10 + m + *s;
}
int main(void) {
    for (int n = 0; n < 6; n++)
        for (int halo = 0; halo < 4; halo++) {
            long s = 5, m = 6;
            one(n, halo, &s, &m);
            printf("%d %d: %ld %ld", n, halo, s, m);
            for (int i = 0; i < 6; i++) printf(" %ld", A[i]);
            printf("\n");
        }
    for (int n = 0; n < 4; n++)
        for (int m = 0; m < 4; m++) {
            long s = 9;
            two(n, m, &s);
            printf("%d %d: %ld", n, m, s);
            for (int i = 0; i < 10; i++) printf(" %ld", i < 4 ? R[i] : i < 8 ? C[i - 4] : G[i]);
            printf("\n");
        }
    return 0;
}
