/* The twin of t03.cmaps. */
#include <stdio.h>
enum { R = 9, C = 12 };
static double A[R][C], S[R], T[C], B[R][C], Q[R][C];

static void sections(int h) {
    int n = R, m = C;
    for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) A[i][j] = i * 1.25 + j * j % 7;
    for (int i = 0; i < n; i++) { S[i] = 0; for (int k = 0; k < m; k++) S[i] += A[i][k] * (k + 1); }
    for (int j = 0; j < m; j++) { T[j] = A[0][j]; for (int k = 1; k < n; k++) if (A[k][j] > T[j]) T[j] = A[k][j]; }
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++) {
            double s = 0;
            for (int a = 0; a < 3; a++) for (int b = 0; b < 3; b++) s += A[i + a - 1][j + b - 1] * (a == 1 && b == 1 ? 4 : 1);
            B[i][j] = s / 12;
        }
    for (int i = 0; i < n; i++) for (int k = 0; k < m; k++) Q[i][k] = A[i][m - 1 - k];
    for (int j = 1; j < m; j += 2) for (int k = 0; k < n; k++) Q[k][j] = Q[k][j] * (0.5 + j) + k;
    for (int i = 0; i < n - 1; i++)
        for (int j = 0; j < m - h; j++) {
            double s = 0;
            for (int a = 0; a < 2; a++) for (int b = 0; b <= h; b++) s = s / 2 + Q[i + a][j + b];
            A[i][j] = s;
        }
    for (int i = 0; i < n; i++) { S[i] = 0; for (int k = 0; k < m; k += 2) S[i] += Q[i][k]; for (int k = 1; k < m; k += 2) S[i] -= Q[i][k]; }
    for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++)
        for (int a = 0; a < 2; a++) for (int c = 0; c < 3; c++) Q[2 * i + a][3 * j + c] = i * 100 + j * 10 + a * 3 + c;
    for (int j = 0; j < m; j++) { T[j] = j; for (int k = 0; k < n; k++) for (int l = 0; l < m; l++) T[j] += Q[k][l] * ((k + l + j) % 3); }
}
static void show(const char *name, long n, const double *a) {
    printf("%s", name);
    for (long i = 0; i < n; i++) printf(" %.10g", a[i]);
    printf("\n");
}
int main(void) {
    sections(3);
    show("A", R * C, &A[0][0]); show("S", R, S); show("T", C, T); show("B", R * C, &B[0][0]); show("Q", R * C, &Q[0][0]);
    sections(2);
    show("A", R * C, &A[0][0]); show("S", R, S); show("T", C, T); show("B", R * C, &B[0][0]); show("Q", R * C, &Q[0][0]);
    return 0;
}
