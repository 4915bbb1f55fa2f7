// distributed: 15 20 30 35 38
// offloaded: 15 20 30 35 38
// Pointers to a row's first element that are used for the rows behind it, too, with subscripts that are not affine.
#include <stdio.h>
#include <stdlib.h>

static int board[8][8];

int main(int argc, char **argv)
{
    int n = 5 + argc, m = 6 + argc;
    (void)argv;
    long (*a)[n][m] = malloc(sizeof(long[6][n][m])), b[19];
#pragma hydra parallel for
    for (int j = 0; j < n; j++)
        for (int i = 0; i < 6; i++)
            for (int k = 0; k < m; k++)
                a[i][j][k] = i * 100 + j * 10 + k;
#pragma hydra parallel for
    for (int i = 0; i < 19; i++) {
        long *row = &a[(i + 5) % 6][0][0];
        b[i] = row[(i % n) * m + i % m];
    }
    for (int i = 0; i < 19; i++)
        printf("%ld ", b[i]);
    printf("\n");

    int squares[64];
#pragma hydra parallel for
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            board[i][j] = i * 8 + j;
    int *cell = board[0];
#pragma hydra parallel for
    for (int i = 0; i < 64; i++)
        squares[i] = cell[i * i % 64] + *(board[1] + i * i % 56) + (&board[0][3])[(i * i * i) % 61];
#pragma hydra parallel for
    for (int i = 0; i < 64; i++) {
        int *from = &board[i / 8][0];
        if (i % 8 == 0)
            for (int k = 0; k < 8; k++)
                from[(k * k * k + 3 * i) % 8] += squares[(i + k) % 64];
    }
    for (int i = 0; i < 64; i++)
        printf("%d %d\n", squares[i], board[i / 8][i % 8]);
    return 0;
}
