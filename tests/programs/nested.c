// distributed: 9 15 21
// offloaded: 9 15 21
#include <stdio.h>
#define N 12
static int m[N][N], s[N];
static void row(int r[N], int base)
{
#pragma hydra parallel for
    for (int j = 0; j < N; j++)
        r[j] = base + j;
}
int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
#pragma hydra parallel for
        for (int j = 0; j < N; j++)
            m[i][j] = i * j;
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        int t = 0;
#pragma hydra parallel for reduction(+:t)
        for (int j = 0; j < N; j++)
            t += m[i][j];
        s[i] = t;
    }
    for (int i = 0; i < N; i++)
        printf("%d ", s[i]);
    printf("\n");
    row(m[4], 100);
    row(m[N - 1], 200);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            printf("%d%c", m[i][j], j < N - 1 ? ' ' : '\n');
    return 0;
}
