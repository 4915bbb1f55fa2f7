// distributed: 10 13
// offloaded: 10 13
// An inner loop's step changes while it runs.
#include <stdio.h>
#define N 40
int a[8 * N], b[N];
int main(void) {
    int i;
#pragma hydra parallel for
    for (i = 0; i < 8 * N; i++)
        a[i] = i * 7;
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        int s = 2, t = 0;
        for (int j = 0; j < 8; j += s) {
            t += a[8 * (N - 1 - i) + j];
            s = 1;
        }
        b[i] = t;
    }
    for (i = 0; i < N; i++)
        printf("%d ", b[i]);
    puts("");
    return 0;
}
