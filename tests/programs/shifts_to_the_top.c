// Shifts of unsigned values up to the highest bit.
// stderr: is very large
// distributed: 15 18 23
// replicated: 27
// offloaded: 15 18 23
#include <stdio.h>

static int a[64], b[40];

int main(int argc, char **argv)
{
    (void)argv;
    int k = 30 + argc, wide = 62 + argc;
#pragma hydra parallel for
    for (int i = 0; i < 64; i++)
        a[i] = i * 3;
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        b[i] = a[39 - i + (1u << k) / 268435456u];
    for (int i = 0; i < 40; i++)
        printf("%d ", b[i]);
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        if ((unsigned)i < (1u << k))
            b[i] += a[39 - i];
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        if ((unsigned long)i < (1ul << wide))
            b[i] += a[39 - i];
    for (int i = 0; i < 40; i++)
        printf("%d ", b[i]);
    puts("");
    return 0;
}
