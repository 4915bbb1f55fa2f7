// distributed: 12 22
// offloaded: 12 22
#include <stdio.h>
/* the less usual ways to write and read an element */
#define LEN(v) ((int)(sizeof(v) / sizeof((v)[0])))
int a[25], b[25], c[25];
unsigned bits[25];
int main(void)
{
    int i, x, y;
#pragma hydra parallel for private(x, y)
    for (i = 0; i < LEN(a); i++) {
        *(a + i) = i;
        i[b] = 2 * i;
        *&c[i] = (x = i, y = x + 1, x * y);
        a[i]++, --b[i];
        c[i] <<= 1;
        bits[i] = 1u << i % 32 | 1u;
        bits[i] ^= ~0u >> (i + 1);
    }
#pragma hydra parallel for
    for (i = 0; i < LEN(b) - 1; ++i) {
        if (i % 2)
            (&a[i])[0] = b[i] + b[i + 1];
        else
            0[&c[i]] = b[i] + b[i + 1];
        bits[i] += b[i] > 9 ? b[i] % 9 : -b[i];
    }
    for (i = 0; i < LEN(a); i++)
        printf("%d %d %d %u\n", a[i], b[i], c[i], bits[i]);
    return 0;
}
