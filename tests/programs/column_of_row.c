// distributed: 9 18 31 44 54 58
// offloaded: 9 18 31 44 54 58
#include <stdio.h>
#include <stdlib.h>
/* Rounds of an inner loop all read one element of their row: a device may deal them out where none of them writes it. */
static void fill(int n, double *d)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            d[i * n + j] = i == j ? 0 : 1 + (i * 7 + j * 11) % 101;
}

static void left_out(int n, double *d)
{
    for (int k = 0; k < n; k++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            if (i != k)
                for (int j = 0; j < n; j++)
                    if (j != k && d[i * n + k] + d[k * n + j] < d[i * n + j])
                        d[i * n + j] = d[i * n + k] + d[k * n + j];
    }
}

/* With something added on the diagonal the element that all rounds read changes in the middle. */
static void changed(int n, double *d)
{
    for (int k = 0; k < n; k++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            if (i != k) {
                double old = d[i * n + k];
                for (int j = 0; j < n; j++)
                    d[i * n + j] = 0.5 * d[i * n + j] + 0.25 * (d[i * n + k] + 1) + 0.125 * old + 0.125 * d[k * n + j];
            }
    }
}

/* Of a row's later elements nobody reads the earlier one. */
static void right_of(int n, int k, double *d)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        double kept = d[i * n + k];
        for (int j = k + 1; j < n; j++)
            d[i * n + j] = 0.5 * d[i * n + j] + d[i * n + k] - kept * 0.75;
    }
}

static void unsigned_counts(int n, double (*d)[n])
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (unsigned j = 0; j < n; j++)
            d[i][j] += j;
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (size_t j = n / 2; j > 2; j--)
            d[i][j] = d[i][j] - d[i][1] + d[i][n - 1];
}

int main(void)
{
    const int n = 40;
    double *d = malloc(n * n * sizeof *d);
    for (int f = 0; f < 2; f++) {
        fill(n, d);
        if (f == 0)
            left_out(n, d);
        else
            changed(n, d);
        for (int k = 0; k < n; k += 7)
            right_of(n, k, d);
        unsigned_counts(n, (double (*)[n])d);
        double sum = 0;
        for (int i = 0; i < n * n; i++)
            sum += d[i] * (1 + i % 13);
        printf("%.10g %.10g %.10g\n", sum, d[n + 3], d[n * n - 2]);
    }
    free(d);
    return 0;
}
