#include <stdio.h>

enum { most = 15 };

static long sum(long n, long A[most][most]) {
    long s = 0;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            s += A[i][j] * (i + 3 * j + 1);
    return s;
}

static void wraps(long n, long *s) {
    static long B[most][most];
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            B[i][j] = 100 * ((j + 1) % n) + (i + 1) % n;
    s[0] = sum(n, B);
    s[1] = s[2] = 0;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            for (long k = 0; k < n; k++)
                s[1] += (k * 10000 + j * 100 + (i + 1) % n) % 1009 * (i + 3 * j + 5 * k + 1);
    for (long i = 0; i < n; i++)
        s[2] += (300 + (i + 1) % n) * (i + 1);
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            B[i][j] = 100 * ((i + 1) % n) + (j + 1) % n;
    s[3] = sum(n, B);
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            B[i][j] = i * 10000 + 300 + (j + 1) % n;
    s[4] = sum(n, B);
}

static void mix(long up, long side, long old, long *x) { *x = (*x + 3 * up + 5 * side + old) % 10007; }

static void waves(long n, long *s) {
    static long M[most][most];
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            M[i][j] = 100 * i + j;
    for (long i = 1; i < n - 1; i++)
        for (long j = n - 3; j >= 2; j--)
            mix(M[i - 1][j], M[i][j + 1], M[i + 1][j], &M[i][j]);
    s[0] = sum(n, M);
    for (long i = 1; i < n - 1; i++)
        for (long j = 1; j < n - 2; j++)
            mix(M[i - 1][j + 2], M[i][j - 1], M[i + 1][j], &M[i][j]);
    s[1] = sum(n, M);
}

static void hidden(long n, long *s) {
    s[0] = 7 + 100 * (n - 2);
    s[1] = 21 + 100 * ((n - 1) / 2);
    s[2] = 0;
    for (long i = 0; i < n; i++)
        s[2] += (2 + (n > 10 ? 2 : 1)) * (7 * i % 31) * (i + 1);
}

int main(void) {
    for (int k = 0; k < 4; k++) {
        long s[5];
        wraps(12, s);
        printf("%ld %ld %ld %ld %ld\n", s[0], s[1], s[2], s[3], s[4]);
        waves(14, s);
        printf("%ld %ld\n", s[0], s[1]);
        for (long n = 9; n < 14; n += 4) {
            hidden(n, s);
            printf("%ld %ld %ld\n", s[0], s[1], s[2]);
        }
    }
    long s = 0, t = 0;
    for (long i = 0; i < 15; i++)
        s += 2 * (7 * ((i + 1) % 15) % 31) * (i + 1);
    for (long i = 0; i < 9; i++)
        for (long j = 0; j < 5; j++)
            t += (100 * i + j) * (i + 3 * j + 1);
    printf("%ld 0 %ld\n", s, t);
    return 0;
}
