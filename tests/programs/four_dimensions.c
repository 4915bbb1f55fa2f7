// distributed: 13 19 25
// offloaded: 13 19 25
#include <stdio.h>
#define A 5
#define B 4
#define C 3
#define D 6
static short h[A][B][C][D], g[D][C][B][A];
int main(void)
{
    int a, b, c, d;
#pragma hydra parallel for private(b, c, d)
    for (a = 0; a < A; a++)
        for (b = 0; b < B; b++)
            for (c = 0; c < C; c++)
                for (d = 0; d < D; d++)
                    h[a][b][c][d] = 1000 * a + 100 * b + 10 * c + d;
#pragma hydra parallel for private(a, b, c)
    for (d = 0; d < D; d++)
        for (a = 0; a < A; a++)
            for (b = 1; b < B - 1; b++)
                for (c = 0; c < C; c++)
                    g[d][c][b][a] = h[a][b + 1][c][d] - h[a][b - 1][C - 1 - c][D - 1 - d];
#pragma hydra parallel for private(a, c, d)
    for (b = 1; b < B; b++)
        for (a = 0; a < A; a += 2)
            for (c = 0; c < C; c++)
                for (d = b; d < D; d++)
                    h[a][b][c][d] = g[d][c][b][a];
    for (a = 0; a < A; a++) {
        for (b = 0; b < B; b++)
            for (c = 0; c < C; c++)
                for (d = 0; d < D; d++)
                    printf("%d ", h[a][b][c][d]);
        printf("\n");
    }
    return 0;
}
