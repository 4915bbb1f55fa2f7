#include <stdio.h>

enum { n = 19, m = 23 };
static long A[n][m], C[7][8][9];
static double M[n][m];

static void mix(long a, long b, long *x) { *x = (*x + 3 * a + 5 * b) % 10007; }
static void mix3(long a, long b, long c, long old, long *x) { *x = (*x + 3 * a + 5 * b + 7 * c + old) % 10007; }
static long value(void) {
    long s = 0;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < m; j++)
            s += A[i][j] * (i + 2 * j + 1);
    return s;
}

/* Both orders are found by hand: t counts 3 i + 2 j, which grows by 1 along (1, -1) and along (-1, 2). */
static void plane(long *s, int a, int b) {
    for (long i = 0; i < n; i++)
        for (long j = 0; j < m; j++)
            A[i][j] = (i * 31 + j * 17) % 101;
    for (int t = 0; t < 3; t++)
        for (long i = 1; i < n; i++)
            for (long j = 1; j < m; j++)
                mix(A[i - 1][j], A[i][j - 1], &A[i][j]);
    s[0] = value();
    for (long i = n - 2; i >= 0; i--)
        for (long j = 1; j < m; j++)
            mix(A[i + 1][j], A[i][j - 1], &A[i][j]);
    s[1] = value();
    for (long i = 1; i < n; i++)
        for (long j = 1; j < m - 2; j++)
            mix(A[i - 1][j + 2], A[i][j - 1], &A[i][j]);
    s[2] = value();
    for (long i = n - 3; i >= 0; i--)
        for (long j = m - 4; j >= 0; j--)
            mix(A[i + 2][j + 3], A[i][j + 1], &A[i][j]);
    s[3] = value();
    for (long i = 2; i < n; i += 2)
        for (long j = 1; j < m; j += 3)
            mix(A[i - 2][j], A[i][j - 1], &A[i][j]);
    s[4] = value();
    for (long i = a; i < n; i++)
        for (long j = b; j < m; j++)
            mix(A[i - a][j], A[i][j - b], &A[i][j]);
    s[5] = value();
    /* (a, -b) and (-1, 1 + 2 b): b a schedule of (1 + 2 b) + 1 and a + 1. */
    for (long t = -1000; t < 1000; t++)
        for (long i = a; i < n - 1; i++)
            for (long j = 1 + 2 * b; j < m - b; j++)
                if (i * (2 * b + 1) + j * (a + 1) == t)
                    mix(A[i - a][j + b], A[i + 1][j - 1 - 2 * b], &A[i][j]);
    s[6] = value();
    for (long t = 0; t < 1000; t++)
        for (long i = 1; i < n - 1; i++)
            for (long j = 2; j < m - 1; j++)
                if (3 * i + 2 * j == t)
                    mix(A[i - 1][j + 1], A[i + 1][j - 2], &A[i][j]);
    s[7] = value();
    for (long i = 1; i < n - 1; i++)
        for (long j = 1; j < m; j++)
            mix(A[i - 1][j], A[i + 1][j - 1], &A[i][j]);
    s[8] = value();
    for (long i = 1; i < n; i++)
        for (long j = 0; j < m; j++)
            A[i][j] = (A[i][j] * 2 + A[i - 1][j]) % 10007;
    s[9] = value();
    for (long i = 2; i < n; i++)
        A[i][3] = (A[i][3] * 2 + A[i - 2][3]) % 10007;
    for (long j = 1; j < m; j++)
        mix(A[4][j - 1], A[5][j - 1], &A[4][j]);
    s[10] = value();
}

static long value3(void) {
    long s = 0;
    for (long i = 0; i < 7; i++)
        for (long j = 0; j < 8; j++)
            for (long k = 0; k < 9; k++)
                s += C[i][j][k] * (i + 2 * j + 3 * k + 1);
    return s;
}

static void cube(long *s) {
    for (long i = 0; i < 7; i++)
        for (long j = 0; j < 8; j++)
            for (long k = 0; k < 9; k++)
                C[i][j][k] = (i * 31 + j * 17 + k * 7) % 101;
    for (int t = 0; t < 2; t++)
        for (long i = 1; i < 6; i++)
            for (long j = 1; j < 8; j++)
                for (long k = 1; k < 9; k++)
                    mix3(C[i - 1][j][k], C[i][j - 1][k], C[i][j][k - 1], C[i + 1][j][k], &C[i][j][k]);
    s[0] = value3();
    for (long i = 5; i >= 0; i--)
        for (long j = 1; j < 8; j++)
            for (long k = 1; k < 8; k++)
                mix3(C[i + 1][j][k - 1], C[i][j - 1][k + 1], C[i][j][k - 1], C[i][j][k + 1], &C[i][j][k]);
    s[1] = value3();
}

int main(void) {
    for (int k = 0; k < 3; k++) {
        long s[12] = {0}, c[12] = {0};
        plane(s, 1 + k, 2);
        cube(c);
        for (int i = 0; i < 11; i++)
            printf("%ld ", s[i]);
        printf("%ld %ld\n", c[0], c[1]);
    }
    for (long i = 0; i < n; i++)
        for (long j = 0; j < m; j++)
            M[i][j] = (double)((i * 7 + j * 5) % 13);
    int sweeps = 0;
    double last = 1;
    while (sweeps < 50 && last >= 0.01) {
        last = 0;
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m; j++) {
                const double now = (M[i - 1][j] + M[i][j - 1] + M[i + 1][j]) / 4 + M[i][j] / 8;
                const double change = now > M[i][j] ? now - M[i][j] : M[i][j] - now;
                last = change > last ? change : last;
                M[i][j] = now;
            }
        sweeps++;
    }
    printf("%d sweeps, %.9f %.9f\n", sweeps, last, M[n / 2][m / 2]);
    return 0;
}
