// distributed: 17 20 24 28 32
// offloaded: 17 20 24 28 32
/* Windows that begin below an unsigned index: the sum of an unsigned value and a negative one wraps around and back. */
#include <stdio.h>
#include <stdlib.h>

#define N 160

static int a[N], b[N], c[N], d[N];

int main(int argc, char **argv)
{
    int back = -3 * argc;
    unsigned off = 0u - 3u * (unsigned)argc;
    (void)argv;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        a[i] = i * i % 97 + 1;
#pragma hydra parallel for
    for (unsigned i = 3; i < N; i++)
        for (unsigned j = i + off; j < i; j++)
            b[i] += a[j];
#pragma hydra parallel for
    for (size_t i = 3; i < N; i++)
        for (size_t j = i; j > i + back; j--)
            c[i] += a[j];
#pragma hydra parallel for
    for (unsigned i = 10; i < 150; i++)
        if (i + back < 120)
            d[i] = a[i + back] + a[i + off + 1];
#pragma hydra parallel for
    for (unsigned i = 10; i < 20; i++)
        for (unsigned j = i + back; j < i; j++)
            d[j + 10 * (i - 10) + 40] = a[j + 50] + (int)i;
    for (size_t i = 3; i < 12; i++)
        for (size_t j = i + back; j < i; j++)
            c[0] = c[0] * 31 % 1009 + d[j + 60];
    for (int i = 0; i < N; i++)
        printf("%d %d %d\n", b[i], c[i], d[i]);
    return 0;
}
