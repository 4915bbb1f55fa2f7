// distributed: 24 46
// offloaded: 24 46
/* A system of equations by elimination, with rows that change places: the matrix lies in one dimension, and serial code
 * looks for the largest element of a column, which it knows by the number of its row only. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int largest_below(const double *a, int n, int k)
{
    int best = k;
    for (int i = k + 1; i < n; i++)
        if (fabs(a[i * n + k]) > fabs(a[best * n + k]))
            best = i;
    return best;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 37, changes = 0;
    double *a = malloc(sizeof(double) * n * n);
    double *x = malloc(sizeof(double) * n);
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            a[i * n + j] = (double)((i * 37 + j * 91 + i * j) % 101) / 17.0 - 2.0;
        x[i] = (double)(i % 7);
    }
    for (int k = 0; k < n; k++) {
        int best = largest_below(a, n, k);
        for (int i = 0; i < n; i++) /* the same, where it stands in the loop */
            if (i >= k && fabs(a[k + n * i]) > fabs(a[k + best * n]))
                best = i;
        if (best != k) {
            changes++;
            for (int j = 0; j < n; j++) {
                double t = a[k * n + j];
                a[k * n + j] = a[best * n + j];
                a[best * n + j] = t;
            }
            double t = x[k];
            x[k] = x[best];
            x[best] = t;
        }
#pragma hydra parallel for
        for (int i = k + 1; i < n; i++) {
            double f = a[i * n + k] / a[k * n + k];
            for (int j = k; j < n; j++)
                a[i * n + j] -= f * a[k * n + j];
            x[i] -= f * x[k];
        }
    }
    int at = n / 2; /* beyond its row: the next rows' elements */
    for (int i = 0; i < n - 2; i++)
        if (a[at * n + n + i % 3] > a[i * n + n + 1])
            at = i;
    double sum = 0.0;
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            x[i] -= a[i * n + j] * x[j];
        x[i] /= a[i * n + i];
        sum += x[i];
    }
    printf("%d changes, at %d, sum %.9g, first %.9g\n", changes, at, sum, x[0]);
    free(a);
    free(x);
    return 0;
}
