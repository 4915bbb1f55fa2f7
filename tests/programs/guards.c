// distributed: 12 16 24
// offloaded: 12 16 24
#include <stdio.h>
#define N 30
int a[N], b[N], m[N][N];
int main(void)
{
    int i, j, k;
    for (i = 0; i < N; i++) a[i] = b[i] = i;
    for (k = 0; k < N; k += 6) {
#pragma hydra parallel for
        for (i = 0; i < N; i++)
            if (i != k)
                a[i] = a[i] + a[k] % 5;
#pragma hydra parallel for
        for (i = 0; i < N; i++) {
            if (i % 2 == 0)
                b[i] += 10;
            else if (i > k && i < k + 9)
                b[i] -= a[i];
        }
    }
#pragma hydra parallel for private(j)
    for (i = 0; i < N; i++) {
        for (j = 0; j < N; j++) {
            if (i == j) continue;
            if (i < 5 || j >= 25) m[i][j] = i + j;
            else if (!(j & 1)) m[i][j] = -1;
        }
        if (i >= 28) m[i][i] = 77;
    }
    for (i = 0; i < N; i++) {
        printf("%d %d:", a[i], b[i]);
        for (j = 0; j < N; j++) printf(" %d", m[i][j]);
        printf("\n");
    }
    return 0;
}
