// distributed: 19 54 61 69 75 82 90 97 104 112 119 129 140 146
// offloaded: 19 97 129
// Library functions that move rows over themselves: what is stored before a call is not what the call itself
// stores.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 24
#define M 6
static double a[N][M], b[N][M], z[N];
static int c[N][M];
static char s[N][16];
static int o[N];
static int cmp(const void *x, const void *y) { return *(const int *)x - *(const int *)y; }
static void refill(int t)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        z[i] = i;
        for (int j = 0; j < M; j++) {
            a[N - 1 - i][j] = 10 * i + j + t;
            b[N - 1 - i][j] = 7 * i + j;
            c[N - 1 - i][j] = (i * 7 + j * 5) % 11;
        }
        for (int j = 0; j < 15; j++)
            s[N - 1 - i][j] = 'a' + (i + j) % 20;
        s[N - 1 - i][15] = 0;
    }
}
static void show(int k)
{
    double h = 0;
    for (int i = 0; i < N; i++) {
        h = h * 1.01 + o[i];
        for (int j = 0; j < M; j++)
            h += a[i][j] * (j + 1) + b[i][j] + c[i][j] * 3;
        for (int j = 0; j < 16; j++)
            h += s[i][j] * j;
    }
    printf("%d %.15g\n", k, h);
}
typedef struct {
    double h[M];
    int n;
} track;
static track t[N];
static double w[N][M + 1];

int main(void)
{
    refill(1);
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        a[i][0] = 7;
        memmove(&a[i][1], &a[i][0], (M - 1) * sizeof(double));
    }
    show(1);
    refill(2);
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        c[i][0] = 3;
        c[i][1] = 4;
        qsort(c[i], M, sizeof(int), cmp);
    }
    show(2);
    refill(3);
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        qsort(c[i], M, sizeof(int), cmp);
    }
    show(3);
    refill(4);
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        s[i][15] = 0;
        memmove(s[i], s[i] + 1, 15);
    }
    show(4);
    refill(5);
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        s[i][0] = 'x';
        memmove(s[i] + 1, s[i], 15);
        o[i] += s[i][3];
    }
    show(5);
    refill(6);
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        s[i][8] = 0;
        strcat(s[i], "ab");
    }
    show(6);
    refill(7);
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        memcpy(&a[i][0], &a[i][3], 3 * sizeof(double));
        memcpy(&b[i][3], &b[i][0], 3 * sizeof(double));
    }
    show(7);
    refill(8);
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        for (int j = 3; j < M; j++)
            a[i][j] = j;
        memmove(&a[i][0], &a[i][2], 4 * sizeof(double));
    }
    show(8);
    refill(9);
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        memset(&s[i][8], 'q', 8);
        memmove(&s[i][0], &s[i][4], 12);
    }
    show(9);
    refill(10);
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        a[i][2] = modf(b[i][1] + 0.5, &b[i][1]);
        c[i][0] = 9;
        c[i][1] = (int)strtol(s[i], 0, 36) % 100;
        s[i][3] = 0;
        o[i] += strlen(s[i]);
    }
    show(10);
    o[0] = 0;
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        z[i] = i;
        for (int j = 0; j < M; j++) {
            t[N - 1 - i].h[j] = 10 * i + j;
            w[N - 1 - i][j] = i + j;
        }
        t[N - 1 - i].n = i;
        w[N - 1 - i][M] = 0;
    }
    for (int s = 0; s < 1; s++) {
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            t[i].h[M - 1] = i;
            memmove(t[i].h, t[i].h + 1, sizeof(double) * (M - 1));
            t[i].n++;
        }
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            double *q = w[i];
            q[M] = 1;
            memmove(q, &q[1], M * sizeof *q);
        }
    }
    double h = 0;
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++)
            h = h * 1.01 + t[i].h[j] + w[i][j];
        h += t[i].n;
    }
    printf("%.15g\n", h);
    return 0;
}
