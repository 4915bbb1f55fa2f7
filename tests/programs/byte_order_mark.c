// distributed: 11
// offloaded: 11
/* Begins with a byte-order mark, as some editors write it. */
#include <stdio.h>

static int square[30];

int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < 30; i++)
        square[i] = i * i;
    for (int i = 0; i < 30; i++)
        printf("%d ", square[i]);
    printf("\n");
    return 0;
}
