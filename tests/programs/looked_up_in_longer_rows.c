// distributed: 13 22 34
/* Rows whose length is in the type alone: the same index array, another length, other elements. */
#include <stdio.h>
#define N 3000
typedef unsigned long U;

static U out[N * 16], buf[N * 16];
static int idx[N];

static void put(int m, U y[][m], int t)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        y[idx[i]][1] += i + t;
}

static void put_in_body(int m, int k, int t)
{
    int length = m;
    m = 3; /* is another one by now */
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        U (*y)[2][length] = (U (*)[2][length])out;
        U *r = y[idx[i]][k];
        r[1] += i * t;
    }
}

static U get(int m, int t)
{
    U s[N], sum = 0, (*x)[m] = (U (*)[m])buf;
    m = 1;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        s[i] = x[idx[i]][m];
    for (int i = 0; i < N; i++)
        sum += s[i] * (i % 101 + t);
    return sum;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        idx[i] = (i * 7 + 1) % N;
    for (int t = 0; t < 8; t++) {
        put(4 + t / 2, (U (*)[4 + t / 2])out, t);
        put_in_body(2 + t / 2, t % 2, t);
#pragma hydra parallel for
        for (int i = 0; i < N * 16; i++)
            buf[i] = buf[i] * 3 + i + t + out[i];
        U s = 0;
#pragma hydra parallel for reduction(+ : s)
        for (int i = 0; i < N * 16; i++)
            s += out[i] * (i % 101 + 1);
        printf("%d %lu %lu\n", t, s, get(4 + t / 2, t));
    }
    return 0;
}
