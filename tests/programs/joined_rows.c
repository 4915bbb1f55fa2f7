// distributed: 14 22
// offloaded: 14 22
/* Rows that are asked for one by one become one matrix for loops; then some of them are freed, and blocks of other sizes
 * come to lie where they were, or across the matrix's ends: by malloc and by realloc.
 */
#include <stdio.h>
#include <stdlib.h>

enum { rows = 40 };

static void step(double **a, double **b, int columns, int k)
{
#pragma hydra parallel for
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            a[i][j] = b[rows - 1 - i][j] * 0.5 + k;
}

static void fill(double *c, const double *d, long k)
{
#pragma hydra parallel for
    for (long i = 0; i < k; i++)
        c[i] = d[k - 1 - i] + 1;
}

static double sum(const double *x, long k)
{
    double s = 0;
    for (long i = 0; i < k; i++)
        s = s * 0.999 + x[i];
    return s;
}

static double **table(int columns)
{
    double **a = malloc(rows * sizeof *a);
    for (int i = 0; i < rows; i++) {
        a[i] = malloc(columns * sizeof **a);
        for (int j = 0; j < columns; j++)
            a[i][j] = i - j % 31;
    }
    return a;
}

/* A long block that begins among the rows and ends behind them. */
static void across_the_end(int columns)
{
    double **b = table(columns), **a = table(columns);
    step(a, b, columns, 1);
    for (int i = 10; i < rows; i++)
        free(a[i]);
    long k = 60L * columns;
    double *x = malloc(k * sizeof *x), *y = malloc(k * sizeof *y);
    for (long i = 0; i < k; i++) {
        x[i] = i % 17;
        y[i] = i % 19;
    }
    fill(x, y, 1000);
    fill(x + 45L * columns, y, 1000);
    printf("%.9g %.9g\n", sum(x, 1000), sum(x + 45L * columns, 1000));
    fill(x, y, k);
    printf("%.9g %.9g\n", sum(x, k), sum(a[9], columns));
}

/* Rows of two tables in turn, the last one of which is missing: a longer block begins there. */
static void behind_the_last(int columns)
{
    double **a = malloc(rows * sizeof *a), **b = malloc(rows * sizeof *b);
    for (int i = 0; i < rows; i++) {
        a[i] = malloc(columns * sizeof **a);
        b[i] = i < rows - 1 ? malloc(columns * sizeof **b) : b[0];
        for (int j = 0; j < columns; j++)
            a[i][j] = b[i][j] = i + j % 13;
    }
    step(a, b, columns, 2);
    long k = 3L * columns;
    double *x = malloc(k * sizeof *x), *y = malloc(k * sizeof *y);
    for (long i = 0; i < k; i++) {
        x[i] = i % 17;
        y[i] = i % 23;
    }
    fill(x, y, 1000);
    fill(x + 2L * columns, y, 1000);
    printf("%.9g %.9g %.9g\n", sum(x, 1000), sum(x + 2L * columns, 1000), sum(a[rows - 1], columns));
}

/* Small rows, some of which make room for blocks that grow. */
static void grown_into_holes(void)
{
    enum { columns = 40 };
    double **a = table(columns), **b = table(columns);
    for (int k = 0; k < 3; k++) {
        step(a, b, columns, k);
        step(b, a, columns, k);
    }
    double *q = malloc(7 * sizeof *q), *w = calloc(9, sizeof *w);
    for (int j = 0; j < 7; j++)
        q[j] = j;
    free(b[5]);
    free(b[25]);
    free(b[30]);
    q = realloc(q, columns * sizeof *q);
    b[25] = calloc(columns, sizeof **b);
    w = realloc(w, columns * sizeof *w);
    for (int j = 0; j < columns; j++) {
        q[j] = j < 7 ? q[j] : j;
        w[j] = 10 * j;
    }
    b[30] = q;
    b[5] = w;
    a[3] = realloc(a[3], 2 * columns * sizeof **a);
    for (int k = 0; k < 3; k++) {
        step(a, b, columns, k);
        step(b, a, columns, k);
    }
    double s = 0;
    for (int i = 0; i < rows; i++)
        s += sum(a[i], columns) - 0.5 * sum(b[rows - 1 - i], columns);
    printf("%.9g %.9g\n", s, sum(q, columns));
}

int main(void)
{
    across_the_end(9000);
    behind_the_last(9000);
    grown_into_holes();
    return 0;
}
