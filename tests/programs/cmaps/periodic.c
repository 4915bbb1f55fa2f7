/* The twin of t06.cmaps. */
#include <stdio.h>
static long A[23], B[23], C[7][8], D[7][8];
static long mod(long a, long n) { return (a % n + n) % n; }

static void ring(long n, long far) {
    for (long i = 0; i < n; i++) B[i] = A[mod(i - 1, n)];
    for (long i = 0; i < n; i += 2) B[i] = A[mod(i + far, n)];
    for (long i = 1; i < n; i += 2) B[mod(i - n, n)] = A[mod(-3 * i - far, n)];
    for (long i = 0; i < n; i++) B[mod(i + far, n)] = A[mod(far * i + 5, n)];
}
static long fold(long n, long from, int count) {
    long b = 0;
    for (int k = 0; k < count; k++) b = b * 3 + A[mod(from + k, n)];
    return b;
}
static void windows(long n, long m, int w, long shift) {
    for (long i = 0; i < m; i++) B[i] = fold(n, i - w, 2 * w + 1);
    for (long i = 0; i < m; i += 3) B[i] = fold(n, shift + i - w, 2 * w + 1);
}
static void torus(int r, int d) {
    for (int i = 0; i < 7; i++) for (int j = 0; j < 8; j++) {
        long b = 0;
        for (int y = i - r; y <= i + r; y++) for (int x = j - 1; x <= j + 1; x++) b = (b * 3 + C[mod(y, 7)][mod(x, 8)]) % 1000003;
        D[i][j] = b;
    }
    for (int i = 0; i < 7; i += 2) for (int j = 0; j < 8; j++) D[i][j] = C[mod(i - d, 7)][mod(j * d, 8)];
}
static void spread(int w, long shift) {
    for (long i = 0; i < 23 / w; i++) for (int k = 0; k < w; k++) A[mod(w * i + shift + k, 23)] = i * 10 + k;
}
static void show(const char *name, int n, const long *a) {
    printf("%s", name);
    for (int i = 0; i < n; i++) printf(" %ld", a[i]);
    printf("\n");
}
int main(void) {
    for (int i = 0; i < 23; i++) A[i] = i + 100;
    for (int i = 0; i < 7; i++) for (int j = 0; j < 8; j++) C[i][j] = i * 8 + j + 1;
    ring(23, 7); show("ring", 23, B);
    ring(23, -1000002); show("ring", 23, B);
    ring(1, 5); show("one", 23, B);
    ring(2, 3); show("two", 23, B);
    windows(23, 23, 2, -50); show("windows", 23, B);
    windows(23, 23, 11, 1000); show("windows", 23, B);
    windows(3, 17, 1, -1); show("windows", 23, B);
    torus(1, 3); show("torus", 56, &D[0][0]);
    torus(3, -9); show("torus", 56, &D[0][0]);
    spread(5, 21); show("spread", 23, A);
    spread(4, -70); show("spread", 23, A);
    return 0;
}
