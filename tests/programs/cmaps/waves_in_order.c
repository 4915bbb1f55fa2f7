/* The twin of t21.cmaps. */
#include <stdio.h>
#include <string.h>
static double M[9][11];
static int D[13][16];
static long A[17], P[6][7];
static void prefix(int d) {
    for (int i = 1; i < 17; i++) A[i] += A[i - 1];
    for (int i = 15; i >= 0; i--) A[i] += A[i + 1];
    for (int i = d; i < 17; i++) A[i] += A[i - d];
    for (int i = 15; i >= 0; i--) A[i] += A[i + 1];
}
int main(void) {
    static char a[] = "coordination", b[] = "corridorization";
    int n = strlen(a), m = strlen(b), dx = 2;
    for (int i = 0; i < 99; i++) M[i / 11][i % 11] = i * 13 % 17;
    for (int t = 0; t < 4; t++)
        for (int i = 1; i < 8; i++) for (int j = 1; j < 10; j++) M[i][j] = (M[i - 1][j] + M[i][j - 1] + M[i][j + 1] + M[i + 1][j]) / 4;
    for (int i = 0; i < 99; i++) printf("%.17g\n", M[i / 11][i % 11]);
    for (int i = 0; i <= n; i++) D[i][0] = i;
    for (int j = 0; j <= m; j++) D[0][j] = j;
    for (int i = 1; i <= n; i++) for (int j = 1; j <= m; j++) {
        int best = D[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
        if (D[i - 1][j] + 1 < best) best = D[i - 1][j] + 1;
        if (D[i][j - 1] + 1 < best) best = D[i][j - 1] + 1;
        D[i][j] = best;
    }
    printf("%d\n", D[n][m]);
    for (int i = 0; i < 17; i++) A[i] = i % 5;
    prefix(3);
    prefix(3);
    for (int i = 0; i < 17; i++) printf("%ld\n", A[i]);
    for (int i = 0; i < 42; i++) P[i / 7][i % 7] = i % 4 + 1;
    for (int i = 1; i < 6; i++) for (int j = dx; j < 6; j++) P[i][j] = (P[i - 1][j + 1] + P[i][j - dx]) % 1000007;
    for (int i = 1; i < 5; i++) for (int j = 0; j < 7; j++) P[i][j] = (P[i - 1][j] + 2 * P[i + 1][j] - P[i][j]) % 1000;
    for (int i = 0; i < 42; i++) printf("%ld\n", P[i / 7][i % 7]);
    return 0;
}
