/* The twin of t13.cmaps. */
#include <stdio.h>
static long A[21], B[21];

static void remap(long *a, int k) { for (int i = 0; i < 21; i++) a[i] += k * i; }
static void swap2(long *a, long *b, int steps) {
    for (int i = 0; i < 21; i++) b[i] = (a[(i + 20) % 21] + 2 * a[i] + a[(i + 1) % 21]) % 1009;
    if (steps > 0) swap2(b, a, steps - 1);
}
static long down(long n, long *a, int depth) {
    if (depth == 0 || n < 2) return depth;
    long h[n / 2];
    for (int i = 0; i < n / 2; i++) h[i] = a[2 * i] + a[2 * i + 1];
    long below = down(n / 2, h, depth - 1);
    for (int i = 0; i < n / 2; i++) a[2 * i] = a[2 * i] * 2 - h[i] + depth;
    return depth + below * 10;
}
static void ping(long *a, int n);
static void pong(long *a, int n) { remap(a, n); if (n > 0) ping(a, n - 1); }
static void ping(long *a, int n) { for (int i = 0; i < 21; i++) a[i]++; if (n > 0) pong(a, n - 1); }

int main(void) {
    for (int i = 0; i < 21; i++) { A[i] = i * i % 19; B[i] = 5; }
    remap(A, 1);
    swap2(A, B, 5);
    remap(B, -2);
    for (int t = 0; t <= 2; t++) { remap(A, t); ping(B, t * 2); }
    long top = down(21, A, 4), other = down(21, B, 20);
    printf("%ld\n", top * 1000 + other % 1000);
    for (int i = 0; i < 21; i++) printf("%ld %ld\n", A[i], B[i]);
    top = down(21, A, 2);
    swap2(B, A, 0);
    printf("%ld\n", top);
    for (int i = 0; i < 21; i++) printf("%ld %ld\n", A[i], B[i]);
    return 0;
}
