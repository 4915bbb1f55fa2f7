// distributed: 15
// offloaded: 15
#include <stdio.h>
#define N 16
static double g[N + 2][N + 2];
int main(void)
{
    int i, j, c, k;
    for (i = 0; i < N + 2; i++)
        for (j = 0; j < N + 2; j++)
            g[i][j] = (double)(3 * i + 5 * j) / 7;
    for (k = 0; k < 4; k++)
        for (c = 0; c < 2; c++) {
#pragma hydra parallel for private(j)
            for (i = 1; i <= N; i++)
                for (j = 1 + (i + c) % 2; j <= N; j += 2)
                    g[i][j] += 0.8 * ((g[i-1][j] + g[i+1][j] + g[i][j-1] + g[i][j+1]) / 4 - g[i][j]);
        }
    for (i = 0; i < N + 2; i++)
        for (j = 0; j < N + 2; j++)
            printf("%.14g%c", g[i][j], j == N + 1 ? '\n' : ' ');
    return 0;
}
