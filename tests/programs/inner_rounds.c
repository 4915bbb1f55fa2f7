// distributed: 26 35 43 58 65 71 78 92 96 105 122 127 133 146 151
// offloaded: 26 35 43 58 65 71 78 92 96 105 122 127 133 146 151
// Nests whose inner loops can run side by side, and some that only look as if they could: triangles, strides, loops
// that count down, arrays that are the same one after all, rows that are swept in place.
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 23, COLS = 37, DEEP = 18 };

static double grid[ROWS][COLS], next[ROWS][COLS], product[ROWS][COLS], left[ROWS][DEEP], right[DEEP][COLS];
static int cube[9][ROWS][COLS];
static unsigned short picture[ROWS * COLS][3];

static double checksum(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * (1 + i % 11);
    return sum;
}

/* Of two arrays, or of one: then each row is a chain of sums. */
static void shifted_sum(int n, double *to, const double *from)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 1; j < COLS; j++)
            to[i * COLS + j] = from[i * COLS + j - 1] + 0.5 * to[i * COLS + j];
}

/* Column by column, downwards. */
static void down_the_columns(double (*a)[COLS])
{
#pragma hydra parallel for
    for (int j = 0; j < COLS; j++)
        for (int i = ROWS - 2; i >= 0; i--)
            a[i][j] += 0.25 * a[i + 1][j];
}

static void multiply(int n, int m, int k)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            product[i][j] *= 0.5;
        for (int l = 0; l < k; l++)
            for (int j = 0; j < m; j++)
                product[i][j] += left[i][l] * right[l][j];
    }
}

int main(int argc, char **argv)
{
    int i, j, k, shift = argc > 5 ? atoi(argv[5]) : 2;
    double t, *flat = malloc(sizeof(double) * ROWS * COLS), *half = flat + 1;

#pragma hydra parallel for private(j, t)
    for (i = 0; i < ROWS; i++)
        for (j = 0; j < COLS; j++) {
            t = i * 0.5 - j * 0.25;
            grid[i][j] = t * t;
            flat[i * COLS + j] = t + 3;
        }
#pragma hydra parallel for
    for (int r = 0; r < ROWS; r++)
        for (int d = 0; d < DEEP; d++)
            left[r][d] = (r * 7 + d * 3) % 13 - 6, right[d][r] = (r + d) % 5;

    /* A triangle, every third element of it, from the right. */
#pragma hydra parallel for
    for (int r = 0; r < ROWS; r++)
        for (int c = COLS - 1; c > r; c -= 3)
            next[r][c] = grid[r][c] + r;
    printf("triangle %.6f\n", checksum(&next[0][0], ROWS * COLS));

    /* What stands before the inner loop is computed by whoever needs it. */
#pragma hydra parallel for
    for (int r = 1; r < ROWS - 1; r++) {
        const int up = r - 1, below = r + 1;
        const double scale = left[r][3] / 8;
        for (unsigned c = 1; c <= COLS - 2; c += 1) {
            if (c % 5 == 0)
                continue;
            double around = grid[up][c] + grid[below][c] + grid[r][c - 1] + grid[r][c + 1];
            next[r][c] = scale * around;
        }
    }
    printf("stencil %.6f\n", checksum(&next[0][0], ROWS * COLS));

    /* Sweeps in place: each round needs the one before it. */
#pragma hydra parallel for
    for (int r = 0; r < ROWS; r++)
        for (int c = 1; c < COLS; c++)
            grid[r][c] = 0.5 * (grid[r][c] + grid[r][c - 1]);
#pragma hydra parallel for
    for (int r = 0; r < ROWS; r++) {
        double carried = 1;
        for (int c = 0; c < COLS; c++) {
            next[r][c] += carried;
            carried = 0.5 * carried + grid[r][c];
        }
    }
    /* One element of the row decides about the others, and is changed with them. */
#pragma hydra parallel for
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLS; c++)
            next[r][c] = next[r][c] - 0.125 * next[r][r];
    printf("sweeps %.6f %.6f\n", checksum(&grid[0][0], ROWS * COLS), checksum(&next[0][0], ROWS * COLS));

    shifted_sum(ROWS, flat, &grid[0][0]);
    shifted_sum(ROWS, flat, flat);
    shifted_sum(ROWS, flat, half);
    down_the_columns(grid);
    down_the_columns((double (*)[COLS])flat);
    multiply(ROWS, COLS, DEEP);
    multiply(ROWS - 3, COLS - 5, DEEP - 1);
    printf("calls %.6f %.6f %.6f\n", checksum(flat, ROWS * COLS), checksum(&grid[0][0], ROWS * COLS),
           checksum(&product[0][0], ROWS * COLS));

    /* Three deep; the innermost bound moves with the loop around it. */
#pragma hydra parallel for private(j, k)
    for (i = 0; i < 9; i++)
        for (j = 0; j < ROWS; j++)
            for (k = j; k < COLS; k++)
                cube[i][j][k] = i * 100 + j * 10 + k;
#pragma hydra parallel for
    for (int p = 1; p < 8; p++)
        for (int r = 1; r < ROWS - 1; r++)
            for (int c = shift; c < COLS - shift; c++)
                cube[p][r][c] += (p * r + c) % 4;
    /* Skewed: rounds of the loops meet. */
#pragma hydra parallel for
    for (int p = 0; p < 9; p++)
        for (int r = 0; r < ROWS; r++)
            for (int c = 0; c < 16; c++)
                cube[p][r][(r + c) % COLS] = 3 * cube[p][r][(r + c) % COLS] % 1009 + c;
    long sum = 0;
    for (i = 0; i < 9; i++)
        for (j = 0; j < ROWS; j++)
            for (k = 0; k < COLS; k++)
                sum += (long)cube[i][j][k] * (i + j + k);
    printf("cube %ld\n", sum);

    /* A picture's channels: too few for a dimension of their own. The same place is written by neighbours in the last. */
#pragma hydra parallel for
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLS; x++)
            for (int channel = 0; channel < 3; channel++)
                picture[y * COLS + x][channel] = (unsigned short)(y * 31 + x * 7 + channel);
#pragma hydra parallel for
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLS; x++)
            picture[y * COLS + x / 2][0] = (unsigned short)(picture[y * COLS + x / 2][0] * 3 + x);
    sum = 0;
    for (i = 0; i < ROWS * COLS; i++)
        sum += picture[i][0] * 3L + picture[i][1] * 2L + picture[i][2];
    printf("picture %ld\n", sum);
    free(flat);
    return 0;
}
