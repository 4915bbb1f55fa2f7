// distributed: 12 17 21 25
// offloaded: 12 17 21 25
#include <stdio.h>
/* alternate row and column sweeps: in each, the other direction carries a recurrence */
#define R 14
#define C 18
double x[R][C];
int main(void)
{
    int i, j, t;
#pragma hydra parallel for private(j)
    for (i = 0; i < R; i++)
        for (j = 0; j < C; j++)
            x[i][j] = i * C + j;
    for (t = 0; t < 3; t++) {
#pragma hydra parallel for private(j)
        for (i = 0; i < R; i++)
            for (j = 1; j < C; j++)
                x[i][j] = x[i][j] - 0.5 * x[i][j - 1];
#pragma hydra parallel for private(i)
        for (j = 0; j < C; j++)
            for (i = 1; i < R; i++)
                x[i][j] = x[i][j] - 0.25 * x[i - 1][j];
#pragma hydra parallel for private(i)
        for (j = 0; j < C; j++)
            for (i = R - 2; i >= 0; i--)
                x[i][j] = (x[i][j] + x[i + 1][j]) / 2;
    }
    for (i = 0; i < R; i++) {
        for (j = 0; j < C; j++) printf("%.9g ", x[i][j]);
        printf("\n");
    }
    return 0;
}
