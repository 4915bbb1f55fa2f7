// distributed: 24 33 67 71
// offloaded: 24 33 67 71
// Iterations whose rows do not meet a halo run while it travels: in place and from one array to another, with rows that
// travel from where they lie, with halos on one side, of several rows, and wider than a rank's share, upwards and
// downwards, and with both arrays in one block of memory.
#include <stdio.h>
#include <stdlib.h>

enum { rows = 41, wide = 9000, narrow = 60 };

static double deep[rows][wide];

static unsigned long mix(const double *v, long count)
{
    unsigned long h = 1469598103934665603ul;
    for (long k = 0; k < count; k++)
        h = (h ^ (unsigned long)(long)(v[k] * 1024)) * 1099511628211ul;
    return h;
}

static void half_step(int colour)
{
#pragma hydra parallel for
    for (int i = 1; i < rows - 1; i++)
        if (i % 2 == colour)
            for (int j = 1; j < wide - 1; j++)
                deep[i][j] = 0.25 * (deep[i - 1][j] + deep[i + 1][j] + deep[i][j - 1] + deep[i][j + 1]);
}

static void far(int n, const double *restrict from, double *restrict to, int reach)
{
#pragma hydra parallel for
    for (int i = n - 1; i >= 0; i--) {
        double sum = 0;
        for (int d = 0; d <= reach; d++)
            sum += from[(i + d < n ? i + d : n - 1) * narrow] + from[(i - 2 * d >= 0 ? i - 2 * d : 0) * narrow + 7];
        for (int j = 0; j < narrow; j++)
            to[i * narrow + j] = 0.25 * sum + 0.5 * from[i * narrow + j];
    }
}

int main(void)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < wide; j++)
            deep[i][j] = (i * 37 + j * 11) % 101;
    for (int t = 0; t < 8; t++)
        half_step(t % 2);
    printf("%lx\n", mix(&deep[0][0], (long)rows * wide));

    int n = 64;
    double *both = malloc(2 * sizeof(double) * n * narrow), *a = both, *b = both + n * narrow;
    for (int k = 0; k < 2 * n * narrow; k++)
        both[k] = k % 29;
    for (int reach = 1; reach < 40; reach *= 3)
        for (int t = 0; t < 6; t++) {
            far(n, a, b, reach);
            double *old = a;
            a = b;
            b = old;
        }
    printf("%lx\n", mix(both, 2l * n * narrow));

    // What one loop wrote of the upper neighbour, the next one overwrites after it has been sent.
    for (int t = 0; t < 6; t++) {
#pragma hydra parallel for
        for (int i = 0; i < n - 1; i++)
            for (int j = 0; j < narrow; j++)
                b[i * narrow + j] = a[i * narrow + j] - a[(i + 1) * narrow + j];
#pragma hydra parallel for
        for (int i = 1; i < n; i++)
            for (int j = 0; j < narrow; j++)
                a[i * narrow + j] += 0.5 * b[(i - 1) * narrow + j];
    }
    printf("%lx\n", mix(both, 2l * n * narrow));
    free(both);
    return 0;
}
