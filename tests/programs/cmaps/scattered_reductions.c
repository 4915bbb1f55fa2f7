/* The twin of t09.cmaps. */
#include <limits.h>
#include <stdio.h>
#include <string.h>
static long A[8][6], rows[8], columns[6], diag[15], G[4][3];
static long mod(long a, long n) { return (a % n + n) % n; }

static void into(int n, int d) {
    int m = 6;
    for (int i = 0; i < n; i++) { rows[i] = 0; for (int j = 0; j < m; j++) rows[i] += A[i][j]; }
    for (int j = 0; j < m; j++) { columns[j] = LONG_MIN; for (int i = 0; i < n; i++) if (A[i][j] > columns[j]) columns[j] = A[i][j]; }
    for (int k = 0; k < n + m - 1; k++) diag[k] = 0;
    for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) diag[i + j] ^= A[i][j];
    for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) G[i / 2][j / 3] = LONG_MAX;
    for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) if (A[i][j] < G[i / 2][j / 3]) G[i / 2][j / 3] = A[i][j];
    for (int i = 0; i < n; i++) for (int j = 0; j < m; j += 2) G[mod(i + d, 4)][mod(-j, 3)] = 0;
    for (int i = 0; i < n; i++) for (int j = 0; j < m; j += 2) G[mod(i + d, 4)][mod(-j, 3)] += A[i][j];
    diag[0] = LONG_MIN;
    for (int i = 0; i < n; i++) { if (rows[i] > diag[0]) diag[0] = rows[i]; }
    for (int j = 0; j < m; j++) { columns[j] = 1; for (int i = 1; i < n; i += 2) columns[j] *= A[i][j]; }
    for (int k = 1; k < 4; k++) diag[k] = 0;
    for (int i = 0; i < n; i++) diag[i % 3 + 1] += A[i][0];
}
static void show(const char *name, int n, const long *a) {
    printf("%s", name);
    for (int i = 0; i < n; i++) printf(" %ld", a[i]);
    printf("\n");
}
int main(void) {
    long sum = 0, lo = LONG_MAX, hi = LONG_MIN, p0 = 0, p2 = 0;
    int any = 0;
    for (int i = 0; i < 48; i++) {
        long a = A[i / 6][i % 6] = i * 29 % 43 - 6;
        sum += a; p2 ^= a; any |= a % 7 == 0;
        if (a < lo) lo = a;
        if (a > hi) hi = a;
        if (i / 6 == 2) p0 += a;
    }
    printf("%ld %ld %ld %ld %ld %ld %d\n", sum, lo, hi, p0, 1L, p2, any);
    for (int i = 0; i < 15; i++) diag[i] = 1000 + i;
    for (int i = 0; i < 12; i++) G[i / 3][i % 3] = 500 + i;
    into(8, 1); show("rows", 8, rows); show("columns", 6, columns); show("diag", 15, diag); show("G", 12, &G[0][0]);
    into(5, -5); show("rows", 8, rows); show("columns", 6, columns); show("diag", 15, diag); show("G", 12, &G[0][0]);
    return 0;
}
