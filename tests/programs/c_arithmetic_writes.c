// distributed: 9 12 15 18 21 24
// offloaded: 9 12 15 18 21 24
#include <stdio.h>
int a[40], b[40], c[40], d[40], e[64], f[40];
int main(void)
{
    int i;
#pragma hydra parallel for
    for (i = 0; i < 32; i++)
        a[i ^ 1] = i;
#pragma hydra parallel for
    for (i = -18; i <= 18; i += 3)
        b[i / 3 + 6] = i;
#pragma hydra parallel for
    for (i = 0; i < 40; i++)
        c[i % 40] = i * i;
#pragma hydra parallel for
    for (i = 0; i < 20; i++)
        d[(2 * i + 1) & 63] = -i;
#pragma hydra parallel for
    for (i = 0; i < 64; i++)
        e[(i * 5) % 64] = i;
#pragma hydra parallel for
    for (unsigned u = 5; u < 25; u++)
        f[u - 5u] = (int)u * 3;
    for (i = 0; i < 40; i++)
        printf("%d %d %d %d %d %d\n", a[i], b[i], c[i], d[i], e[i], f[i]);
    return 0;
}
