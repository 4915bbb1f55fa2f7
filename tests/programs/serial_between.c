// distributed: 18 27
// offloaded: 18 27
#include <stdio.h>
#define N 26
static int g[N][N], line[N];

static void shift(void)           /* serial, whole array */
{
    for (int i = 0; i + 1 < N; i++)
        for (int j = 0; j < N; j++)
            g[i][j] = g[i + 1][j];
}

int main(void)
{
    for (int round = 0; round < 4; round++) {
        #pragma hydra parallel for
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                g[i][j] += i * round + j;
        g[3][4] = -round;                       /* one element written */
        int probe = g[N - 1][N - 1];            /* one read */
        for (int i = 0; i < N; i++)             /* a column read */
            line[i] = g[i][5] + probe;
        shift();
        #pragma hydra parallel for
        for (int i = 1; i < N; i++)
            g[i][0] = line[i - 1] + g[i][1];
        line[round] = g[round + 1][0]++;
        int big = 0;
        for (int i = 0; i < N; i++)
            if (g[i][0] > g[big][0])
                big = i;
        printf("probe %d, biggest in row %d: %d\n", probe, big, g[big][0]);
        if (g[0][0] % 2)
            g[0][1] = 5;
        else
            g[1][0] = 6;
    }
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            printf("%d ", g[i][j]);
        printf("| %d\n", line[i]);
    }
    return 0;
}
