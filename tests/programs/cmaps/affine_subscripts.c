/* The twin of t05.cmaps. */
#include <stdio.h>
#define N 24
struct coefs { int p, q; long off[2]; };
static int A[N], D[12][16], R[N], M[12][9];
static int lin(int a, int b, int c) { return a * 10000 + b * 100 + c; }

static void affine(int c, int a, struct coefs s) {
    int n = N;
    for (int k = 0; k < n; k++) if (2 * k - a >= 0 && 2 * k - a < n) R[k] = A[2 * k - a];
    for (int k = 0; k < n / 2; k++) R[2 * k + 1] = A[c * k + a];
    for (int k = 0; k < n; k++) R[k] = A[n - 1 - k];
    for (int i = 0; i < 6; i++) for (int j = 0; j < 6; j++) M[i][j] = D[i + j][i];
    for (int i = 0; i < 6; i++) for (int j = 0; j < 6; j++) M[j][i] = lin(D[i + j][2 * i - j + 5], D[j][i], A[i / 2]);
    for (int i = 0; i < n; i++) R[i] = lin(A[i / 2], A[i % 3], A[(i + a) / 3]);
    for (int i = 0; i < n; i++) R[i] = lin(A[(2 * i + 1) / 4], A[(i + 5) % 7], A[i - i % 2]);
    for (int i = 0; i < 4; i++) for (int j = 0; j < 3; j++) {
        int *m = &M[2 * i + s.off[0]][3 * j];
        *m = *m * 2 + D[s.p * i + s.q * j][s.off[1] - i];
    }
    for (int i = 0; i <= c; i++) for (int j = 0; j <= c + 1; j++) {
        int *r = &R[i * (c + 2) + j];
        *r = *r * 2 + A[(c + 1) * i + j + a];
    }
    for (int i = 1; i < 6; i++) M[i][i] = M[i][i] * 2 + D[i][i - 1];
    for (int i = 0; i < n; i++) R[i] = R[i] * 2 + A[n / 2];
    for (int i = 0; i < 12; i++) for (int j = 0; j < 9; j++)
        if (i + c < 12 && j + a - c >= 0 && j + a - c < 16) M[i][j] = M[i][j] * 2 + D[i + c][j + a - c];
    for (int i = 0; i < 12; i++) for (int j = 0; j < 9; j++)
        if (-i + 2 * j + 3 >= 0 && -i + 2 * j + 3 < N) M[i][j] = M[i][j] * 2 + A[-i + 2 * j + 3];
    for (int i = 0; i < n; i += c) R[n - 1 - i] = R[n - 1 - i] * 2 + A[i / 4 * 2];
}
static void show(const char *name, int n, int m, int A[n][m]) {
    printf("%s", name);
    for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) printf(" %d", A[i][j]);
    printf("\n");
}
int main(void) {
    for (int i = 0; i < N; i++) A[i] = i * i % 37;
    for (int i = 0; i < 12; i++) for (int j = 0; j < 16; j++) D[i][j] = 16 * i + j;
    struct coefs s = {1, 3, {2, 9}};
    affine(2, 1, s); show("R", 1, N, &R); show("M", 12, 9, M);
    s.p = 2; s.q = 1; s.off[0] = 0;
    affine(1, 3, s); show("R", 1, N, &R); show("M", 12, 9, M);
    affine(2, 0, s); show("R", 1, N, &R); show("M", 12, 9, M);
    return 0;
}
