// distributed: 13 17
// offloaded: 13 17
#include <stdio.h>
#define N 48
int idx[N], b[N], a[N], head[N + 1];
int main(void)
{
    int i, t;
    for (i = 0; i < N; i++) { idx[i] = (i * 29 + 5) % N; b[i] = i * i; }
    for (i = 0; i <= N; i++) head[i] = i < 10 ? 0 : i - 10;
    for (t = 0; t < 4; t++) {
#pragma hydra parallel for
        for (i = 0; i < N; i++)
            a[i] = b[idx[i]] + b[idx[idx[i]]] % 3;
        /* rows of different lengths, from a table of starts */
#pragma hydra parallel for
        for (i = 0; i < N; i++) {
            int s = 0;
            for (int k = head[i]; k < head[i + 1]; k++)
                s += a[k];
            b[i] = s + a[i] % 1000;
        }
        idx[t] = N - 1 - t;
    }
    for (i = 0; i < N; i++)
        printf("%d %d %d\n", a[i], b[i], idx[i]);
    return 0;
}
