// distributed: 38 48 52
// offloaded: 19 25 38 48 52
/* Jacobi's method for eigenvalues: one rotation after the other, each of two columns and then of two rows of a small
 * matrix, and no two alike. To share one out takes longer than to run it, so that in the end every rank runs all of
 * them; until a larger loop has gone through the matrix, and rotations come again. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void rotate(int n, double *a, int p, int q)
{
    double apq = a[p * n + q];
    if (fabs(apq) < 1e-13)
        return;
    double theta = (a[q * n + q] - a[p * n + p]) / (2 * apq);
    double t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(theta * theta + 1));
    double c = 1 / sqrt(t * t + 1), s = t * c;
#pragma hydra parallel for
    for (int k = 0; k < n; k++) {
        double x = a[k * n + p], y = a[k * n + q];
        a[k * n + p] = c * x - s * y;
        a[k * n + q] = s * x + c * y;
    }
#pragma hydra parallel for
    for (int k = 0; k < n; k++) {
        double x = a[p * n + k], y = a[q * n + k];
        a[p * n + k] = c * x - s * y;
        a[q * n + k] = s * x + c * y;
    }
}

int main(void)
{
    int n = 34;
    double *a = malloc(sizeof(double) * n * n), *old = malloc(sizeof(double) * n * n);
    for (int round = 0; round < 3; round++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                a[i * n + j] = 1.0 / (1 + abs(i - j)) + (i == j) * (i + round);
        for (int sweep = 0; sweep < 2; sweep++)
            for (int p = 0; p < n - 1; p++)
                for (int q = p + 1; q < n; q++)
                    rotate(n, a, p, q);
        /* Larger launches, which ranks share out. */
        for (int step = 0; step < 3; step++) {
#pragma hydra parallel for
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++)
                    old[i * n + j] = a[i * n + j];
#pragma hydra parallel for
            for (int i = 1; i < n - 1; i++)
                for (int j = 0; j < n; j++)
                    a[i * n + j] = 0.5 * old[i * n + j] + 0.25 * (old[(i - 1) * n + j] + old[(i + 1) * n + j]);
        }
        for (int p = 0; p < 5; p++)
            rotate(n, a, p, n - 1 - p);
        double trace = 0, all = 0;
        for (int i = 0; i < n; i++) {
            trace += a[i * n + i];
            for (int j = 0; j < n; j++)
                all += a[i * n + j] * ((i + 2 * j) % 7);
        }
        printf("round %d: %.12e %.12e\n", round, trace, all);
    }
    free(a);
    free(old);
    return 0;
}
