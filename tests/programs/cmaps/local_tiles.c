/* The twin of t14.cmaps. */
#include <stdio.h>
static int A[13];

static void locals(int n, int m, long *s) {
    for (int t = 1; t <= n; t++) {
        int T[t * m], U[t][m];
        s[0] = 0;
        for (int i = 0; i < t * m; i++) s[0] += T[i] = t + i;
        for (int i = 0; i < t; i++) A[i] += T[m * i];
        s[1] = s[1] * 3 + s[0];
        if (t > 1) {
            for (int i = 0; i < t; i++) for (int j = 0; j < m; j++) U[i][j] = i * 100 + T[m * i + j];
            s[2] += U[t - 1][m - 1] - U[t - 1][0] + t * 10 + m + t * m;
            s[3] = U[0][s[2] % m];
        }
    }
    s[4] = 0;
    int k = A[n - 1], l = A[k % n];
    if (A[0] > 3 && k > A[1]) s[5] = k * 1000 + l;
    long B[13];
    int C[n][n], D[13];
    for (int i = 0; i < 13; i++) B[i] = i < 2 ? i : A[i];
    for (int q = 0; q < 2; q++) {
        for (int i = 0; i < 13; i++) D[i] = q * 100 + A[i];
        for (int i = 0; i < 13; i++) A[i] += D[i];
        for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) C[i][j] = A[i] * 100 + D[j];
        for (int i = 0; i < n; i++) { B[i] = 0; for (int j = 0; j < n; j++) B[i] += (long)C[i][j] * C[j][n - 1 - i]; }
        s[6] += B[q];
    }
    s[7] = 0;
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) s[7] ^= C[i][j];
}
int main(void) {
    for (int r = 0; r < 2; r++) {
        long sums[8] = {0};
        for (int i = 0; i < 13; i++) A[i] = i * 3 % 8 + 2;
        locals(6 + r, 3, sums);
        for (int i = 0; i < 8; i++) printf("%ld\n", sums[i]);
        for (int i = 0; i < 13; i++) printf("%d\n", A[i]);
    }
    return 0;
}
