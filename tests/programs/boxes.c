// ranks: 1 4
// deals: 4 grid, 6 grid, 6 grid:2x3, 7 grid, 5 grid:1x5
// distributed: 28 35 39 55 77 88 97 110 124 128 145 150 162
// offloaded: 28 35 39 55 77 88 97 110 124 128 145 150 162
/* Loops whose inner loops' rounds ranks may share out, so that each runs a box: stencils with corners, around the ends,
 * in three dimensions, with a sum; products of matrices; and loops beside them where that is not possible. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 37, COLUMNS = 29, DEEP = 7, STEPS = 4 };

static double u[ROWS][COLUMNS], v[ROWS][COLUMNS];
static double large[3 * ROWS][64]; /* much larger than what is used of it */

static double sum_of(int n, int m, double (*a)[m])
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += a[i][j] * (double)((3 * i + 5 * j) % 11);
    return sum;
}

static void corners(void)
{
#pragma hydra parallel for
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            u[i][j] = (double)((i * 7 + j * 3) % 13);
            v[i][j] = 0.0;
        }
    for (int t = 0; t < STEPS; t++) {
#pragma hydra parallel for
        for (int i = 1; i < ROWS - 1; i++)
            for (int j = 1; j <= COLUMNS - 2; ++j)
                v[i][j] = (u[i - 1][j - 1] + u[i - 1][j + 1] + u[i + 1][j - 1] + u[i + 1][j + 1] + u[i][j]) * 0.2;
#pragma hydra parallel for
        for (int i = ROWS - 2; i >= 1; i--) {
            const double scale = 0.5 + (double)i / ROWS;
            for (int j = 1; j < COLUMNS - 1; j += 1) {
                if (v[i][j] > 3.0)
                    continue;
                u[i][j] = scale * v[i][j];
            }
        }
    }
    printf("corners %.17g\n", sum_of(ROWS, COLUMNS, u));
}

static void around(int n, int m, double (*a)[m], double (*b)[m])
{
    for (int t = 0; t < STEPS; t++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            int j;
            for (j = 0; j < m; j++)
                b[i][j] = a[(i + n - 1) % n][j] + a[(i + 1) % n][j] - a[i][(j + m - 1) % m] + 0.5 * a[i][(j + 1) % m];
        }
        double (*other)[m] = a;
        a = b;
        b = other;
    }
    printf("around %.17g\n", sum_of(n, m, a));
}

static void cube(int n)
{
    double (*a)[n][DEEP] = malloc(sizeof(double[n][n][DEEP])), (*b)[n][DEEP] = malloc(sizeof(double[n][n][DEEP]));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < DEEP; k++)
                a[i][j][k] = b[i][j][k] = (double)((i + 2 * j + 3 * k) % 10);
    for (int t = 0; t < STEPS; t++) {
        int i, j, k;
#pragma hydra parallel for private(j, k)
        for (i = 1; i < n - 1; i++)
            for (j = 1; j < n - 1; j++)
                for (k = 1; k < DEEP - 1; k++)
                    b[i][j][k] = a[i][j][k] + 0.125 * (a[i - 1][j][k] + a[i + 1][j][k] + a[i][j - 1][k] +
                                                       a[i][j + 1][k] + a[i][j][k - 1] + a[i][j][k + 1] -
                                                       6.0 * a[i][j][k]);
        memcpy(a, b, sizeof(double[n][n][DEEP]));
    }
    long odd = 0;
    int most = 0;
#pragma hydra parallel for reduction(+ : odd) reduction(max : most)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < DEEP; k++) {
                odd += (long)(a[i][j][k] * 1000.0) & 1;
                if ((int)a[i][j][k] > most)
                    most = (int)a[i][j][k];
            }
    long all = 0, diagonal = 0; /* one in the rounds, one beside them */
#pragma hydra parallel for reduction(+ : all, diagonal)
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            all += (long)(a[i][j][1] * 64.0);
        diagonal += (long)(a[i][i][2] * 64.0);
    }
    printf("cube %.17g, odd %ld, most %d, all %ld, diagonal %ld\n", a[n / 2][n / 3][DEEP / 2], odd, most, all, diagonal);
    free(a);
    free(b);
}

static void product(int n, int m, int depth, const double *a, const double *b, double *c)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            c[i * m + j] = 0.0;
        for (int k = 0; k < depth; k++)
            for (int j = 0; j < m; j++)
                c[i * m + j] += a[i * depth + k] * b[k * m + j];
    }
}

static void products(int n, int m, int depth)
{
    double *a = malloc(sizeof(double) * n * depth), *b = malloc(sizeof(double) * depth * m);
    double *c = malloc(sizeof(double) * n * m);
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int k = 0; k < depth; k++)
            a[i * depth + k] = (double)(i - k);
#pragma hydra parallel for
    for (int i = 0; i < depth; i++)
        for (unsigned k = 0; k < (unsigned)m; k++)
            b[i * m + k] = (double)(i % 5) + (double)k;
    product(n, m, depth, a, b, c);
    double sum = 0.0;
    for (int i = 0; i < n * m; i++)
        sum += c[i] * (double)(i % 7);
    printf("product %.17g\n", sum);
    free(a);
    free(b);
    free(c);
}

/* A part of a large array; columns that are counted from elsewhere; conditional stores. */
static void part(int n, int m)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            large[2 * i][j + 5] = (double)(i * j % 17);
    for (int t = 0; t < STEPS; t++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int j = t; j < m; j++)
                if (large[2 * i][j + 5] > 4.0)
                    large[2 * i][j + 5] -= (double)t;
    }
    printf("part %.17g\n", sum_of(ROWS, 64, large));
}

/* Rounds that depend on each other, or on rows that are one array by two names. */
static void in_order(int n, int m, double (*a)[m], double (*b)[m])
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++)
            a[i][j] = a[i][j - 1] + b[i][j];
    printf("in order %.17g\n", sum_of(n, m, a));
}

int main(void)
{
    corners();
    around(ROWS, COLUMNS, u, v);
    cube(19);
    products(23, 18, 20);
    part(ROWS, 41);
    in_order(ROWS, COLUMNS, u, v);
    in_order(ROWS, COLUMNS, u, u);
    return 0;
}
