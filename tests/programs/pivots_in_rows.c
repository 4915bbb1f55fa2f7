// gcc: -O3
// distributed: 14 27 37 55
// offloaded: 14 27 37 55
/* Rows that change while one of their own elements goes on being read: shortest ways, elimination, a running scale. In
   the round that stores this element the rounds behind it see the new value, and those in front of it the old one. */
#include <stdio.h>
#include <stdlib.h>

#define N 45

static void ways(int n, double *d, int k)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        if (i != k)
            for (int j = 0; j < n; j++) {
                double through = d[i * n + k] + d[k * n + j];
                d[i * n + j] = through < d[i * n + j] ? through : d[i * n + j];
            }
}

/* The pivot changes on the way: what stands behind it is divided by its new value. */
static void scale(int rows, int n, double (*a)[n], int k, int from, int to)
{
    int i, j;
#pragma hydra parallel for private(j)
    for (i = 0; i < rows; i++) {
        for (j = from; j < to; j++)
            a[i][j] = (a[i][j] + 1.0) / (a[i][k] + 2.0);
        a[i][n - 1] += j;
    }
}

static void integers(int n, long (*c)[N], long k)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        for (int j = 3; j < n; ++j)
            if (c[i][k] % 3 != j % 3)
                c[i][j] += c[i][k] % 1001 + j;
        for (int j = 0; j < n; j++) {
            long k = 7; /* hides the other one */
            c[i][j] ^= c[i][k] & 15;
        }
        for (int j = 0; j < n; j++)
            if (j > 5 && c[i][k] > 100)
                c[i][j] -= c[i][k] / 7;
    }
}

/* The diagonal, and rows of a vector. */
static void diagonal(int n, float *d)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            d[j + n * i] = d[i + n * i] * 0.5f + d[n * i + j] * 0.25f + d[i + i * n];
}

int main(void)
{
    static double d[N * N], a[N][N + 1];
    static long c[N][N];
    static float f[N * N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            d[i * N + j] = i == j ? 0.0 : 1.0 + (i * 7 + j * 13) % 29;
            a[i][j] = (double)((i * 3 + j * 5) % 17) / 4.0;
            c[i][j] = (i * 11 + j * 3) % 50;
            f[i * N + j] = (float)((i + j * 2) % 9) / 8.0f;
        }
    for (int k = 0; k < N; k++)
        ways(N, d, k);
    double *e = malloc(sizeof d); /* own ways are not zero: round k changes what the others read */
    for (int i = 0; i < N * N; i++)
        e[i] = (double)((i * 37) % 101) - 20.0;
    for (int k = 0; k < N; k += 4)
        ways(N, e, k);
    double s = 0.0, t = 0.0;
    for (int i = 0; i < N * N; i++) {
        s += d[i] * (1 + i % 7);
        t += e[i] * (1 + i % 7);
    }
    printf("ways %.17g %.17g, %.17g\n", s, t, e[N * 20 + 44]);
    for (int k = 0; k < 30; k += 3)
        scale(N, N + 1, a, k, 2, 26 + k / 2);
    scale(N, N + 1, a, 0, 0, N);
    scale(N, N + 1, a, 44, 44, 45);
    scale(N, N + 1, a, 9, 10, 10);
    for (int j = 0; j <= N; j += 4)
        printf("%.17g ", a[j % N][j]);
    for (long k = 0; k < N; k += 5)
        integers(N, c, k);
    long h = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            h = (h * 31 + c[i][j] % 100003 + 100003) % 1000003;
    printf("\nintegers %ld\n", h);
    diagonal(N, f);
    for (int j = 0; j < N; j += 4)
        printf("%.9g ", f[j * N + (j * 7) % N]);
    printf("\n");
    free(e);
    return 0;
}
