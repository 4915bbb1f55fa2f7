// distributed: 10 14 24
// offloaded: 10 14 24
// Inner loops whose bound names their own variable.
#include <stdio.h>
#define N 40
int a[N][8], b[N];
int main(void) {
    int i;
#pragma hydra parallel for
    for (i = 0; i < N; i++)
        for (int j = 0; j < 8; j++)
            a[i][j] = i * 7 + j;
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        b[i] = 0;
        for (int j = 0; j < 8 - j; j++)
            a[N - 1 - i][j] = i;
    }
    for (i = 0; i < N; i++)
        for (int j = 0; j < 8; j++)
            printf("%d ", a[i][j]);
    puts("");
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        int t = 0;
        for (int j = 1; j < 3 + j / 2; j++)
            t += a[N - 1 - i][j];
        b[i] = t;
    }
    for (i = 0; i < N; i++)
        printf("%d ", b[i]);
    puts("");
    return 0;
}
