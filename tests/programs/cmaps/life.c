/* The twin of t22.cmaps. */
#include <stdio.h>
#include <string.h>
typedef unsigned char state;
static state A[10][14], B[10][14], H[12][31];
static void show(int n, int m, state *a) {
    for (int i = 0; i < n; i++) { for (int j = 0; j < m; j++) putchar(a[i * m + j] ? '#' : '.'); putchar('\n'); }
}
int main(void) {
    for (int r = 0; r < 2; r++) {
        int alive = 0, age = 0;
        for (int i = 0; i < 140; i++) A[i / 14][i % 14] = i * i % 7 < 3 && i % 5 != r;
        for (int t = 1; t <= (r ? 9 : 40); t++) {
            for (int i = 0; i < 10; i++) for (int j = 0; j < 14; j++) {
                int n = 0;
                for (int a = 9; a < 12; a++) for (int b = 13; b < 16; b++) n += A[(i + a) % 10][(j + b) % 14];
                B[i][j] = n == 3 || (n == 4 && A[i][j]);
            }
            age = t;
            int still = !memcmp(A, B, sizeof A);
            memcpy(A, B, sizeof A);
            if (still) break;
        }
        for (int i = 0; i < 140; i++) alive += A[0][i];
        show(10, 14, A[0]);
        printf("%d %d\n", alive, age);
    }
    H[0][30] = H[0][3] = 1;
    for (int t = 1; t < 12; t++) for (int i = 0; i < 31; i++)
        H[t][i] = 110 >> (H[t - 1][(i + 30) % 31] * 4 + H[t - 1][i] * 2 + H[t - 1][(i + 1) % 31]) & 1;
    show(12, 31, H[0]);
    return 0;
}
