/* The twin of t24.cmaps. */
#include <stdio.h>
typedef struct { int key; char name; } record;
static record A[15];
static int B[32];
static int cmp(record a, record b) { return a.key != b.key ? a.key - b.key : a.name - b.name; }
static void sort(int n) {
    for (int i = 1; i < n; i++) for (int j = i; j > 0 && B[j] < B[j - 1]; j--) { int t = B[j]; B[j] = B[j - 1]; B[j - 1] = t; }
}
int main(void) {
    for (int i = 0; i < 15; i++) A[i] = (record){i * 11 % 8, (char)('z' - i)};
    for (int i = 0; i < 32; i++) B[i] = i * 21 % 37;
    for (int t = 0; t <= 15; t++) {
        int bad = 0;
        for (int i = 0; i < 14; i++) bad |= A[i].key > A[i + 1].key;
        if (!bad) break;
        for (int i = t % 2; i + 1 < 15; i += 2) if (cmp(A[i], A[i + 1]) > 0) { record x = A[i]; A[i] = A[i + 1]; A[i + 1] = x; }
    }
    for (int i = 0; i < 15; i++) printf("%d%c ", A[i].key, A[i].name);
    for (int i = 0; i < 32; i++) {
        int r = 0;
        for (int k = 0; k < 32; k++) r += B[k] < B[i] || (B[k] == B[i] && k < i);
        printf("%d ", r);
    }
    sort(32);
    for (int i = 0; i < 32; i++) printf("%d ", B[i]);
    for (int i = 0; i < 32; i++) B[i] = i * 5 % 11;
    sort(16);
    for (int i = 0; i < 32; i++) printf("%d ", B[i]);
    printf("\n%d\n", 0);
    return 0;
}
