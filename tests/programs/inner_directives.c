// distributed: 24 30 43 48 55 69 101 115
// offloaded: 24 30 43 48 55 69 101 115
// Inner loops with a directive of their own, some of which are dimensions of the iterations and some are not, in
// functions that jump about: sizes that are known where nothing jumps in, and sizes that a jump brings along.
#include <stdio.h>
#include <stdlib.h>

enum { N = 20, M = 40 };

static double u[N][M][M], v[N][M][M], matrix[M][M];
static int picked[M];

static double checksum(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * (1 + i % 13);
    return sum;
}

static void heat(void)
{
#pragma hydra parallel for
    for (int i = 1; i < N - 1; i++)
#pragma hydra parallel for
        for (int j = 1; j < M - 1; j++)
            for (int k = 1; k < M - 1; k++)
                v[i][j][k] = u[i][j][k] + 0.125 * (u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k] - 3 * u[i][j][k + 1]);
#pragma hydra parallel for
    for (int i = 1; i < N - 1; i++)
#pragma hydra parallel for
        for (int j = 1; j < M - 1; j++)
#pragma hydra parallel for
            for (int k = 1; k < M - 1; k++)
                u[i][j][k] = v[i][j][k];
}

/* A plane of it; a variable of the inner loop's own; and rounds that only the outer loop keeps apart. */
static void planes(void)
{
    double own;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
#pragma hydra parallel for
        for (int j = 0; j < M; j++)
            v[i][j][3] = u[i][j][3] + 1;
#pragma hydra parallel for private(own)
    for (int i = 0; i < N; i++)
#pragma hydra parallel for private(own)
        for (int j = 0; j < M; j++) {
            own = u[i][j][i];
            v[i][j][5] = own * own;
        }
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
#pragma hydra parallel for
        for (int j = 0; j < M; j++)
            v[i][picked[j]][7] = u[i][j][7];
}

/* Rows and columns that stay inside of the matrix, as is known where no jump brings another size. */
static int eliminate(int steps)
{
    int m = M, done = 0;
    if (steps < 0)
        goto out;
    for (int k = 0; k < m; k++) {
#pragma hydra parallel for
        for (int i = k + 1; i < m; i++)
            for (int j = k + 1; j < m; j++)
                matrix[i][j] -= matrix[i][k] * matrix[k][j] / (50 + k);
        if (k > steps)
            goto out;
        done++;
    }
out:
    return done;
}

/* With a size that is brought along, rows run on into the next ones: each iteration is a chain. */
static void run_on(int size)
{
    double *const flat = &matrix[0][0];
    int m = 4;
    if (size > 4) {
        m = size;
        goto sized;
    }
    m = 8;
sized:;
    int rows = 2, step = 1;
    switch (size) {
    case 30:
        step = 2;
        break;
    default:
        step = 3;
    }
    for (int t = 0; t < 3; t++) {
#pragma hydra parallel for
        for (int i = 0; i < rows; i++)
            for (int j = 1; j < m; j++)
                flat[i * M * 2 + j] += 0.5 * flat[i * M * 2 + j / 2 + M * (j > 30)] + step;
    }
}

/* Enters a branch whose condition does not hold. */
static void enter(int n, int far)
{
    if (far)
        goto inside;
    if (n <= M) {
    inside:;
#pragma hydra parallel for
        for (int i = 1; i < 2; i++)
            for (int j = 1; j < n; j++)
                matrix[i][j] += 0.25 * matrix[i + 1][0];
    }
}

int main(void)
{
    for (int j = 0; j < M; j++)
        picked[j] = j * 7 % M;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < M; k++)
                u[i][j][k] = (i * 31 + j * 17 + k * 5) % 101 / 8.0;
    for (int t = 0; t < 3; t++)
        heat();
    planes();
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            matrix[i][j] = (i * 7 + j * 3) % 11 + (i == j ? 20 : 0);
    const int first = eliminate(-1), second = eliminate(9), third = eliminate(M);
    printf("%d %d %d %.17g\n", first, second, third, checksum(&matrix[0][0], M * M));
    run_on(3);
    run_on(35);
    printf("%.17g\n", checksum(&matrix[0][0], M * M));
    enter(M, 0);
    enter(M + 1, 0);
    enter(M - 1, 1);
    printf("%.17g\n", checksum(&matrix[0][0], M * M));
    printf("%.17g %.17g\n", checksum(&u[0][0][0], N * M * M), checksum(&v[0][0][0], N * M * M));
    return 0;
}
