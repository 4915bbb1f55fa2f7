/* The twin of t11.cmaps. */
#include <stdio.h>
#define AT(i, j, k) ((i) * 35 + (j) * 7 + (k))
static double A[6][5][7], B[6][5][7], P[6], R[7];
static int Q[4][4][5][4], T[4][4][4][4], F[16];
static long s;

static void volumes(int n, int steps) {
    int m = 5, o = 7;
    for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) for (int k = 0; k < o; k++) A[i][j][k] = AT(i, j, k) % 17;
    for (int t = 1; t <= steps; t++) {
        for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) for (int k = 0; k < o; k++)
            B[i][j][k] = A[i][j][k] / 2 + (A[(i + n - 1) % n][j][k] + A[(i + 1) % n][j][k] + A[i][(j + m - 1) % m][k] + A[i][(j + 1) % m][k]
                + A[i][j][(k + o - 1) % o] + A[i][j][(k + 1) % o]) / 12;
        for (int i = 1; i < n - 1; i++) for (int j = 1; j < m - 1; j++) for (int k = 1; k < o - 1; k++) {
            double r = 0;
            for (int a = 0; a < 3; a++) for (int b = 0; b < 3; b++) for (int c = 0; c < 3; c++) r += B[i + a - 1][j + b - 1][k + c - 1] * (a - b + 2 * c);
            A[i][j][k] = r;
        }
    }
    for (int i = 0; i < n; i++) { P[i] = 0; for (int a = 0; a < m; a++) for (int b = 0; b < o; b++) P[i] += A[i][a][b] * (a + 2 * b); }
    for (int k = 0; k < o; k++) { R[k] = 0; for (int a = 0; a < n; a++) for (int b = 0; b < m; b++) R[k] += A[a][b][k] * (a + 2 * b); }
    for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) for (int k = 0; k < 5; k++) for (int l = 0; l < 4; l++) Q[i][j][k][l] = i * 1000 + j * 100 + k * 10 + l;
    s = 0;
    for (int a = 0; a < 4; a++) for (int b = 0; b < 4; b++) for (int c = 0; c < 4; c++) for (int d = 0; d < 4; d++) s += T[a][b][c][d] = Q[d][c][b][a] * 3 - Q[d][a][c][b];
    for (int a = 0; a < 2; a++) for (int b = 0; b < 2; b++) for (int c = 0; c < 2; c++) for (int d = 0; d < 2; d++) F[8 * a + 4 * b + 2 * c + d] = T[1][a][b][c] * 3 - T[a][b][c][d];
}
int main(void) {
    volumes(6, 3);
    for (int i = 0; i < 6; i++) printf("%.17g\n", P[i]);
    for (int i = 0; i < 7; i++) printf("%.17g\n", R[i]);
    for (int i = 0; i < 16; i++) printf("%d\n", F[i]);
    printf("%ld\n", s);
    volumes(3, 2);
    for (int i = 0; i < 210; i++) printf("%.17g\n", A[0][0][i]);
    for (int i = 0; i < 13; i++) printf("%.17g\n", i < 6 ? P[i] : R[i - 6]);
    return 0;
}
