// distributed: 32 47 72 75 83
// replicated: 17
// offloaded: 17 32 47 60 72 75 83
/* Loops whose steps only the run tells, by which they go over rows of that length: sieves, butterflies by blocks, upwards
 * and downwards, blocks that begin behind others, and blocks that the array's end cuts off.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int sieve(int n)
{
    char *composite = calloc((size_t)n + 1, 1);
    for (int p = 2; p * p <= n; p++)
        if (!composite[p]) {
#pragma hydra parallel for
            for (int m = p * p; m <= n; m += p)
                composite[m] = 1;
        }
    int count = 0;
    for (int i = 2; i <= n; i++)
        count += !composite[i];
    free(composite);
    return count;
}

/* Pairs at a distance, block by block. */
static void hadamard(double *a, int n)
{
    for (int h = 1; h < n; h *= 2) {
#pragma hydra parallel for
        for (int i = 0; i < n; i += 2 * h)
            for (int j = i; j < i + h; j++) {
                double x = a[j], y = a[j + h];
                a[j] = x + y;
                a[j + h] = x - y;
            }
    }
}

/* The same, counted within the block, and downwards. */
static void hadamard_down(double *a, int n)
{
    for (int len = n / 2; len > 0; len >>= 1) {
        int step = 2 * len;
#pragma hydra parallel for
        for (int block = n - step; block >= 0; block -= step)
            for (int k = 0; k < len; k++) {
                double x = a[block + k], y = a[block + k + len];
                a[block + k] = x + y;
                a[block + k + len] = x - y;
            }
    }
}

/* Sums of blocks, the last of which may be cut off. */
static void blocks(const double *a, double *sums, int n, int width)
{
#pragma hydra parallel for
    for (int from = 0; from < n; from += width) {
        double sum = 0;
        for (int j = from; j < from + width && j < n; j++)
            sum += a[j];
        sums[from / width] = sum;
    }
}

/* Every so many elements from somewhere on, read at one distance and written at another. */
static void comb(double *a, int n, int first, int stride)
{
#pragma hydra parallel for
    for (int i = first; i < n - stride; i += stride)
        a[i] = 0.5 * a[i] + i;
#pragma hydra parallel for
    for (int i = n - 1 - first; i >= stride; i -= stride)
        a[i] += 0.25 * (i % 7);
}

/* Columns of a matrix in one piece: steps of a row. */
static void scale(double *m, int rows, int columns, int column)
{
#pragma hydra parallel for
    for (int k = column; k < rows * columns; k += columns)
        m[k] = m[k] * 2 + column;
}

int main(void)
{
    enum { n = 256 };
    double a[n], b[n], sums[n], check = 0;
    for (int i = 0; i < n; i++)
        a[n - 1 - i] = b[i] = (i * 37 % 101) - 50;
    printf("%d %d %d\n", sieve(10), sieve(1000), sieve(1017));
    hadamard(a, n);
    hadamard_down(b, n);
    for (int i = 0; i < n; i++)
        check += a[i] * (i % 5) - b[n - 1 - i] * (i % 3);
    printf("%.3f %.3f %.3f\n", check, a[3], b[n / 2]);
    for (int width = 1; width <= 60; width = 2 * width + 1) {
        memset(sums, 0, sizeof sums);
        blocks(a, sums, n - 3, width);
        for (int i = 0; i < n; i++)
            check += sums[i] / (i + 1.0);
    }
    printf("%.6f\n", check);
    for (int stride = 1; stride < 40; stride += 6)
        comb(b, n, stride % 5, stride);
    for (int column = 0; column < 16; column += 3)
        scale(b, 16, 16, column);
    for (int i = 0; i < n; i++)
        check += b[i] * (i % 4);
    printf("%.6f\n", check);
    return 0;
}
