// Rows that are overrun by one: the next row's first element belongs to the next iteration.
// hydracc: -Wno-error=hydra-race
// stderr: overlap on
// verify: no
// replicated: 14
#include <stdio.h>

int main(void)
{
    int a[50], (*m)[10] = (int (*)[10])a;
    for (int i = 0; i < 50; i++)
        a[i] = i;
#pragma hydra parallel for
    for (int i = 0; i < 5; i++)
        for (int j = 0; j <= 10 && i * 10 + j < 50; j++)
            m[i][j] += i + 1;
    for (int i = 0; i < 50; i++)
        printf("%d ", a[i]);
    printf("\n");
    return 0;
}
