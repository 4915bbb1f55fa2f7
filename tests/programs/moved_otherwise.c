/* What looks as if it moved once a round, and does not: since a call moves it, too; since the condition does, which is
 * evaluated at other times than the body; since the loop goes on until two values meet that never do; and pointers to void,
 * which move by bytes. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 40, W = 24 };

static double a[N][W], f[2048];

static void move(int *at) { ++*at; }

static void move_pointer(double **p) { *p += 1; }

/* n < 0: no limit. */
static void clear(double *p, int n)
{
    while (n--) {
        if (*p > 20)
            break;
        *p++ = 0;
    }
}

static void show(void)
{
    double sum = 0;
    for (int i = 0; i < N * W; i++)
        sum = sum * 0.99 + a[i / W][i % W];
    for (int i = 0; i < 2048; i++)
        sum = sum * 0.999 + f[i];
    printf("%.12g\n", sum);
}

static void begin(void)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int j = 0; j < W; j++)
            a[i][j] = (i * 7 + j * 5) % 23;
#pragma hydra parallel for
    for (int i = 0; i < 2048; i++)
        f[i] = i % 13;
}

int main(void)
{
    double *heap = malloc(N * W * sizeof *heap);
    begin();
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        int at = i * 16;
        for (int j = 0; j < 5; j++) {
            f[at] += 3;
            move(&at);
            at++;
        }
    }
    show();
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        double *z = &f[i * 16], *e = z + 8;
        while (z < e) {
            *z += 2;
            move_pointer(&z);
            z++;
        }
    }
    show();
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        clear(a[i], -1);
    show();
    begin();
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        int n = 3 - i;
        double *p = a[i];
        for (; n != 0; n--) {
            if (p == a[i] + W)
                break;
            *p++ += 1;
        }
    }
    show();
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        int at = -1;
        for (int j = 0; j < (at++, W); j++)
            a[i][at] += j;
    }
    show();
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        void *z = &heap[i * W];
        for (int j = 0; j < W; j++) {
            *(double *)z = i - j;
            z += sizeof(double);
        }
        *(double *)(z - sizeof(double)) = 1;
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int j = 0; j < W; j++)
            a[i][j] += heap[(N - 1 - i) * W + j];
    show();
    return 0;
}
