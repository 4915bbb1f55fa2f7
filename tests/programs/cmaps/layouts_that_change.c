/* The twin of t28.cmaps. */
#include <stdio.h>
static int A[22], B[22], C[15][9];
static int blend(int a, int b, int c, int r) { return (r + a * 3 + b * 5 + c * 7) % 10007; }
static int change(int rounds) {
    int D[22] = {0}, T[22], sum = 0;
    for (int t = 1; t <= rounds; t++) {
        for (int i = 0; i < 22; i++) D[i] = blend(A[i], B[(i + t) % 22], t, D[i]);
        for (int i = 0; i < 22; i++) A[i] = blend(D[i], D[(22 - i) % 22], B[i], A[i]);
        for (int i = 0; i < 15; i++) for (int k = 0; k < 9; k++) C[i][k] = (C[i][k] + A[8 - k] * t) % 10007;
        for (int i = 0; i < 22; i++) T[i] = B[i];
        for (int i = 0; i < 11; i++) B[i] = blend(C[i][t], D[2 * i], C[(i - t + 15) % 15][0], T[i]);
    }
    for (int i = 0; i < 22; i++) sum += B[i];
    return sum;
}
int main(void) {
    for (int i = 0; i < 22; i++) { A[i] = i * 3 % 7; B[i] = i * i % 11; }
    for (int i = 0; i < 135; i++) C[i / 9][i % 9] = i % 13;
    for (int r = 0; r < 3; r++) {
        printf("%d\n", change(3 + r));
        for (int i = 0; i < 22; i++) printf("%d %d\n", A[i], B[i]);
        A[r] += 5;
    }
    for (int i = 0; i < 135; i++) printf("%d ", C[i / 9][i % 9]);
    printf("\n");
    return 0;
}
