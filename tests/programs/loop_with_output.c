// stdin: 5 7 1 9 2 8 3 6
// distributed: 20
// replicated: 16 23 29
// offloaded: 20
/* Loops that print, read input or write a file in each iteration keep their order. */
#include <stdio.h>
#include <stdlib.h>

static int got[8], twice[8];

int main(void)
{
    FILE *f = fopen("list.txt", "w");
    int i;
#pragma hydra parallel for
    for (i = 0; i < 8; i++)
        if (scanf("%d", &got[i]) != 1)
            got[i] = -1;
#pragma hydra parallel for
    for (i = 0; i < 8; i++)
        twice[i] = 2 * got[i];
#pragma hydra parallel for
    for (i = 0; i < 8; i++) {
        printf("%d: %d\n", i, twice[i]);
        fprintf(f, "%d,", got[i]);
    }
    fputc('\n', f);
#pragma hydra parallel for
    for (i = 0; i < 8; i++)
        if (twice[i] == 16) {
            printf("found at %d\n", i);
            exit(i + 1);
        }
    printf("not found\n");
    return 0;
}
