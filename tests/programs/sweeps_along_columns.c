// gcc: -O3
// distributed: 17 32 47 66
// offloaded: 17 32 47 66
/* Tridiagonal systems and running sums, one a column: whoever loops over columns outside and rows inside strides through
   memory. The same functions are called with matrices of their own and with one matrix under two names. */
#include <stdio.h>

#define ROWS 23
#define COLS 301

static double low[ROWS][COLS], diag[ROWS][COLS], rhs[ROWS][COLS];
static long long count[ROWS][COLS], paths[ROWS][COLS];

static void eliminate(int n, int m, double (*x)[m], double (*a)[m], double (*b)[m])
{
#pragma hydra parallel for
    for (int j = 0; j < m; j++) {
        for (int i = 1; i < n; i++) {
            x[i][j] -= x[i - 1][j] * a[i][j] / b[i - 1][j];
            b[i][j] -= a[i][j] * a[i][j] / b[i - 1][j];
        }
        x[n - 1][j] /= b[n - 1][j];
        for (int i = n - 2; i >= 0; i--)
            x[i][j] = (x[i][j] - x[i + 1][j] * a[i][j]) / b[i][j];
    }
}

static void running(int n, int m, int stride, long long *to, const long long *from)
{
    int i;
#pragma hydra parallel for private(i)
    for (long j = 0; j < m; j++) {
        for (i = 1; i < n; i++)
            to[i * stride + j] = 3 * to[(i - 1) * stride + j] + from[i * stride + j] % 1000;
        for (i = n - 2; i >= 0; i--) {
            long long below = to[(i + 1) * stride + j];
            if (below % 2 == 0)
                to[i * stride + j] += below / 2 + from[i * stride + j] % 10;
        }
    }
}

/* A value that stays with its column from row to row, and a column that ends early. */
static void carried(int n, int m, double (*x)[m], double (*y)[m])
{
#pragma hydra parallel for
    for (int j = 0; j < m; j++) {
        double level = x[0][j];
        for (int i = 0; i < n; i++) {
            level = 0.5 * level + x[i][j];
            y[i][j] = level;
        }
        for (int i = 0; i < n; i++) {
            if (y[i][j] > 3.0)
                break;
            y[i][j] += 100.0;
        }
        y[n - 1][j] -= level;
    }
}

/* Each column is as high as its number says. */
static void stairs(int n, int m, long long (*c)[m])
{
#pragma hydra parallel for
    for (unsigned j = 0; j < (unsigned)m; j++) {
        for (int i = 1; i < n && i <= (int)(j % 7); i++)
            c[i][j] += c[i - 1][j];
        for (int i = (int)(j % 3) + 1; i < n; i++)
            c[i][j] ^= c[i - 1][j] << 1;
    }
}

static double sum(int n, int m, double (*x)[m])
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s += x[i][j] * (1 + (i * 5 + j * 3) % 11);
    return s;
}

static long long mixed(int n, const long long *c)
{
    long long h = 17;
    for (int k = 0; k < n; k++)
        h = (h * 31 + c[k]) % 1000000007LL;
    return h;
}

int main(void)
{
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLS; j++) {
            low[i][j] = (double)((i + 2 * j) % 7) / 10.0;
            diag[i][j] = 3.0 + (double)((3 * i + j) % 5) / 4.0;
            rhs[i][j] = (double)((i * j + 1) % 23) / 5.0;
            count[i][j] = (i * 7 + j * 5) % 13;
            paths[i][j] = (i + j) % 4;
        }
    eliminate(ROWS, COLS, rhs, low, diag);
    printf("own matrices: %.15g %.15g, x[2][150] = %.17g\n", sum(ROWS, COLS, rhs), sum(ROWS, COLS, diag), rhs[2][150]);
    eliminate(ROWS, COLS, diag, low, diag);
    printf("x and b are one: %.15g\n", sum(ROWS, COLS, diag));

    running(ROWS, COLS, COLS, &paths[0][0], &count[0][0]);
    printf("running: %lld\n", mixed(ROWS * COLS, &paths[0][0]));
    stairs(ROWS, COLS, count);
    printf("stairs: %lld\n", mixed(ROWS * COLS, &count[0][0]));

    carried(ROWS, COLS, rhs, low);
    printf("carried: %.15g, y[3][200] = %.17g\n", sum(ROWS, COLS, low), low[3][200]);

    return 0;
}
