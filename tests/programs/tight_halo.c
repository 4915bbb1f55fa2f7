// distributed: 15 19 23 27
// offloaded: 15 19 23 27
/* Columns of a matrix that the host filled: the right half is read, then changed, then the left half is filled. */
#include <stdio.h>
#define ROWS 24
#define COLS 1024

static double f[ROWS][COLS], sums[COLS];

int main(void) {
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLS; j++)
            f[i][j] = i + j % 5;
#pragma hydra parallel for
    for (int j = COLS / 2; j < COLS; j++)
        for (int i = 0; i < ROWS; i++)
            sums[j] += f[i][j];
#pragma hydra parallel for
    for (int j = COLS / 2; j < COLS; j++)
        for (int i = 0; i < ROWS; i++)
            f[i][j] += i * j;
#pragma hydra parallel for
    for (int j = 0; j < COLS / 2; j++)
        for (int i = 0; i < ROWS; i++)
            f[i][j] = i - j;
#pragma hydra parallel for
    for (int j = 0; j < COLS; j++)
        for (int i = 0; i < ROWS; i++)
            sums[j] += f[i][j];
    double s = 0;
    for (int j = 0; j < COLS; j++)
        s += sums[j] * (j % 7);
    printf("%.15g %.15g\n", s, f[ROWS / 2][COLS / 2]);
}
