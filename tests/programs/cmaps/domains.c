/* The twin of t10.cmaps. */
#include <stdio.h>
static int A[14], B[9][10], S[12], D[10][8];
static void from(int a, int b, int *r) { *r = *r % 10000 * 10 + (a + b) % 10; }
static int isin(int i, int n) { return i >= 0 && i < n; }

static int domains(int lo, int hi, int st) {
    for (int i = 0; i < 14; i++) from(i, 0, &A[i]);
    for (int i = 0; i < 14; i++) if (isin(i - 1, 12) && isin(i + 2, 12)) from(S[i - 1], S[i + 2], &A[i]);
    for (int i = 0; i < 14; i++) if (isin(i - lo, 12) && isin(hi - i, 12)) from(S[i - lo], S[hi - i], &A[i]);
    for (int i = 0; i < 14; i++) if (isin(2 * i, 12) && isin(i / 2, 12)) from(S[2 * i], S[i / 2], &A[i]);
    for (int i = 0; i + 2 < 12; i++) for (int k = 0; k < 3; k++) A[i] = (A[i] * 3 + S[i + k]) % 100000;
    for (int i = 1; i < 12; i++) from(S[i], i, &A[i - 1]);
    for (int i = lo; i <= hi; i += st) from(i, st, &A[i]);
    for (int i = 0; i < 9; i++) for (int j = 0; j < 10; j++)
        if (isin(i + 1, 10) && isin(j - 1, 8)) from(D[i + 1][j - 1], S[i], &B[i][j]);
    for (int i = 0; i < 9; i++) for (int j = 0; j < 10; j++) if (i < 8 && j < 8) from(D[j][i], D[i][j], &B[i][j]);
    for (int i = 0; i < 10; i++) for (int j = 0; j < 8; j++)
        if (isin(i - lo, 9)) from(D[i][j], A[(i - 50 + 14 * 10) % 14], &B[i - lo][j]);
    for (int i = 0; i <= hi / 2; i += st) for (int j = lo; j <= lo + 2 * st; j += st) from(D[i][j], i, &B[i][j]);
    for (int i = -3; i <= 3; i += 2) from(S[i + 3], S[3 - i], &A[i + 4]);
    for (int i = 0; i < 3; i++) A[i]++;
    return (lo + 3) * 100 + lo + 1;
}
static void show(const char *name, int n, const int *a) {
    printf("%s", name);
    for (int i = 0; i < n; i++) printf(" %d", a[i]);
    printf("\n");
}
int main(void) {
    for (int i = 0; i < 12; i++) S[i] = i * 5 % 13;
    for (int i = 0; i < 80; i++) D[i / 8][i % 8] = i;
    int top = domains(1, 8, 3);
    show("A", 14, A); show("B", 90, B[0]); printf("%d\n", top);
    top = domains(3, 6, 1);
    show("A", 14, A); show("B", 90, B[0]); printf("%d\n", top);
    return 0;
}
