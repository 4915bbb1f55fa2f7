// distributed: 26 46 61
// offloaded: 26 46 61
/* Rank 0 alone looks for pivots, all ranks exchange rows element by element, columns are printed on the way. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 61

static double a[N][N + 1], sums[N];

static int largest(int k)
{
    int p = k;
    for (int i = k + 1; i < N; i++)
        if (fabs(a[i][k]) > fabs(a[p][k]))
            p = i;
    return p;
}

int main(void)
{
    double x[N];

#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= N; j++)
            a[i][j] = (double)((i * 389 + j * 127 + i * j * 31) % 997 - 500) / 97.0;

    for (int k = 0; k < N - 1; k++) {
        int p = largest(k);
        if (p != k)
            for (int j = 0; j <= N; j++) {
                double t = a[k][j];
                a[k][j] = a[p][j];
                a[p][j] = t;
            }
        if (k % 11 == 3) { /* what rank 0 gets for itself, and what all get of it afterwards */
            double least = 1e9;
            for (int i = 0; i < N; i++)
                if (a[i][k + 1] < least)
                    least = a[i][k + 1];
            printf("step %d: row %d, least %.9g, %.9g\n", k, p, least, a[(k * 7) % N][k + 1]);
        }
#pragma hydra parallel for
        for (int i = k + 1; i < N; i++) {
            a[i][k] /= a[k][k];
            for (int j = k + 1; j <= N; j++)
                a[i][j] -= a[i][k] * a[k][j];
        }
        if (k % 13 == 5) /* a part is written by all */
            for (int i = N - 5; i < N; i++)
                for (int j = 0; j < k; j++)
                    a[i][j] *= 0.5;
        if (k % 17 == 6)
            for (int i = k + 1; i < N; i += 9)
                printf(" %.6g", a[i][k + 1]);
    }
    printf("\n");
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        sums[i] = 0;
        for (int j = 0; j < i; j++)
            sums[i] += a[i][j];
    }
    for (int i = N - 1; i >= 0; i--) {
        x[i] = a[i][N];
        for (int j = i + 1; j < N; j++)
            x[i] -= a[i][j] * x[j];
        x[i] /= a[i][i];
    }
    for (int i = 0; i < N; i += 7)
        printf("%.9g %.9g\n", x[i], sums[i]);
    return 0;
}
