#include <stdio.h>
#include <stdlib.h>

struct body {
    double mass;
    int kind;
    char name[3];
};
enum { most = 100 };

static struct body a_body(long i) {
    struct body b = {(double)(i * i % 19), (int)(i % 4), {(char)('a' + i % 26), (char)('A' + i % 5), 0}};
    return b;
}
static double sum(long n, const double *A) {
    double s = 0;
    for (long i = 0; i < n; i++)
        s += A[i] * (double)(i % 7 + 1);
    return s + (double)n * 1e6;
}
static double sum_plane(long n, long m, const int *A) {
    long s = 0;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < m; j++)
            s += A[i * m + j] * (i * 3 + j + 1);
    return (double)(s + n * 1000000 + m * 100000000);
}
static double sum_cube(long n, long m, long l, const float *A) {
    double s = 0;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < m; j++)
            for (long k = 0; k < l; k++)
                s += A[(i * m + j) * l + k] * (double)(i + 2 * j + 3 * k + 1);
    return s + (double)(n + 10 * m + 100 * l) * 1e6;
}
static double sum_bodies(long n, const struct body *A) {
    double s = 0;
    for (long i = 0; i < n; i++)
        s += A[i].mass * (double)(i % 11) + A[i].kind * 1000 + A[i].name[0] * (double)(i % 3) + A[i].name[1];
    return s + (double)n * 1e6;
}

static double A[most], B[most], D[most];
static int P[most][9], Q[9 * most], of_six[most][6];
static float E[5 * most * 4];
static struct body bodies[most], parts[5][most], merged[6 * most], again[6 * most];

static long range(long b, long e, long s, const double *from, double *to) {
    long n = 0;
    for (long i = b; i <= e; i += s)
        to[n++] = from[i];
    return n;
}
static long plane_range(long b, long e, long s, long c, long f, long t, long *m) {
    long n = 0, all = 0;
    for (long i = b; i <= e; i += s, n++) {
        *m = 0;
        for (long j = c; j <= f; j += t, ++*m)
            Q[all++] = P[i][j];
    }
    return n;
}

static void ranges(long n, double *s) {
    long m = 0, k = 0;
    for (long i = 0; i < n; i++)
        A[i] = (double)((i * 37) % 101);
    for (long i = 0; i < n; i++)
        for (long j = 0; j < 9; j++)
            P[i][j] = (int)((i * 31 + j * 17) % 23);
    s[0] = sum(n, A);
    k = range(2, n - 2, 3, A, B);
    s[1] = sum(k, B);
    k = range(1, k - 1, 1, B, D);
    s[2] = sum(k, D);
    s[3] = sum(0, A);
    k = plane_range(1, n - 2, 2, 0, 8, 1, &m);
    s[4] = sum_plane(k, m, Q);
    k = plane_range(0, n - 1, 1, 8, 8, 1, &m);
    s[5] = sum_plane(k, m, Q);
    for (long t = 1; t <= 3; t++) {
        k = plane_range(t, n - t, 1, t, 8, t, &m);
        s[5 + t] = sum_plane(k, m, Q) + Q[m];
    }
    long of[3] = {0, 0, 0};
    k = 0;
    for (long x = 0; x < 5; x += 2)
        for (long y = 3; y < n; y += 5)
            for (long z = 1; z < 3; z++) {
                E[k++] = (float)(x * 100 + y * 10 + z);
                of[1] = (y - 3) / 5 + 1;
            }
    s[9] = sum_cube(3, of[1], 2, E);
    k = 0;
    for (long x = 0; x < 5; x++)
        for (long y = 0; y < n; y++)
            for (long z = 0; z < 4; z++)
                E[k++] = (float)(x * 100 + y * 10 + z);
    s[10] = sum_cube(5, n, 4, E);
}

static void masks(long n, double *s) {
    for (long t = 0; t < 5; t++) {
        long k = 0;
        for (long i = 0; i < n; i++)
            if (A[i] > 50.0 * (double)t - 50.0)
                B[k++] = A[i];
        s[t] = sum(k, B);
    }
    long k = 0;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < 6; j++) {
            of_six[i][j] = (int)((i * 31 + j * 17) % 23);
            if (of_six[i][j] % 2 != 0)
                Q[k++] = of_six[i][j];
        }
    s[5] = (double)k;
    s[6] = sum_plane(1, k, Q);
}

static void parts_of_all(long n, double *s) {
    long count[5] = {0}, k = 0, l = 0;
    for (long i = 0; i < n; i++) {
        bodies[i] = a_body(i);
        parts[i % 4][count[i % 4]++] = bodies[i];
    }
    for (int g = 0; g < 5; g++) {
        s[g] = sum_bodies(count[g], parts[g]) + (double)count[g];
        for (long i = 0; i < count[g]; i++)
            merged[k++] = parts[g][i];
    }
    s[5] = sum_bodies(k, merged);
    for (long i = 0; i < count[3]; i++)
        again[l++] = parts[3][i];
    for (long i = 0; i < n; i++)
        again[l++] = bodies[i];
    for (long i = 0; i < count[1]; i++)
        again[l++] = parts[1][i];
    for (long i = 0; i < k; i++)
        again[l++] = merged[i];
    s[6] = sum_bodies(l, again);
    s[8] = -1;
    for (long i = 0; i < count[2]; i++) {
        parts[2][i] = a_body(i + 1);
        if (parts[2][i].mass > s[8])
            s[8] = parts[2][i].mass;
    }
    s[7] = sum_bodies(count[2], parts[2]);
    if (count[0] > 1)
        s[9] = parts[0][1].mass + parts[0][count[0] - 1].kind;
    l = 0;
    for (int round = 0; round < 3; round++)
        for (long i = 0; i < (round == 1 ? n : 4); i++)
            for (long j = 0; j < 3; j++)
                Q[l++] = (int)((i * 31 + j * 17) % 23);
    s[10] = sum_plane(l / 3, 3, Q);
}

static void show(const char *what, const double *s) {
    printf("%s:", what);
    for (int i = 0; i < 11; i++)
        printf(" %.1f", s[i]);
    printf("\n");
}

int main(void) {
    for (int k = 0; k < 4; k++)
        for (long n = 7; n < 60; n += 46) {
            double s[20] = {0}, t[20] = {0}, u[20] = {0};
            ranges(n, s);
            show("ranges", s);
            masks(n, t);
            show("masks", t);
            parts_of_all(n, u);
            show("parts", u);
        }
    return 0;
}
