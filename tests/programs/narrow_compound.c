// distributed: 20 23 36 51
// offloaded: 20 23 36
/* Flags and bytes that are changed in place: ++ and += of truth values, ^=, |=, >>= of narrow types. */
#include <stdio.h>

#define N 40

static int a[600], b[N];

static void show(void)
{
    for (int i = 0; i < N; i++)
        printf("%d ", b[i]);
    printf("\n");
}

int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < 600; i++)
        a[i] = i * 7;
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        unsigned char c = i;
        c ^= ~0;
        b[i] = a[c];
        c = i;
        c |= 0x100;
        b[i] += a[c];
        c = 3 * i;
        c ^= -1;
        b[i] += a[c + 20];
    }
    show();
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        signed char c = i - 20;
        c ^= 0x80;
        b[i] = a[c + 130];
        short s = i;
        s |= 0x8000;
        b[i] += a[s + 32768];
        int k = i - 20;
        k >>= 1;
        k += 10u;
        k /= 3u;
        b[i] += a[k < 0 ? 0 : k < 500 ? k : 500];
    }
    show();
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        _Bool f = i > 5, g = i & 1;
        f += i > 7;
        g--;
        b[i] = a[N - 1 - i + f] - a[i + g];
    }
    show();
    return 0;
}
