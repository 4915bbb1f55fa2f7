// distributed: 13 16 21 24
// offloaded: 13 16 21 24
#include <stdio.h>
#define SIZE 64
static int a[SIZE], b[SIZE], c[2 * SIZE];

int main(void)
{
    int i, step = 4;
    for (i = 0; i < SIZE; i++) { a[i] = i; b[i] = -i; }

    #pragma hydra parallel for
    for (i = 0; i < SIZE; i += 3)
        a[i] = 1000 + i;
    #pragma hydra parallel for
    for (i = 1; i < SIZE - 2; i = i + 5) {
        b[i] = a[i] + a[i + 1];
        b[i + 2] = a[i - 1];
    }
    #pragma hydra parallel for
    for (i = 2; i <= SIZE - 2; i += step)
        a[i] += b[i];
    #pragma hydra parallel for
    for (i = 0; i < SIZE; i = 2 + i)
        c[2 * i + 1] = a[i] * 2;

    for (i = 0; i < SIZE; i++)
        printf("%d %d %d %d\n", a[i], b[i], c[i], c[i + SIZE]);
    return 0;
}
