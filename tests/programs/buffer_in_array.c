// distributed: 15 22
// offloaded: 15
/* The buffer of standard output is a part of an array into whose other part loops store, under a condition of which no
 * formula tells: what waits to be printed must not be overwritten by what a copy of the array held before. */
#include <stdio.h>

static char all[4096];
static int far[4096];

int main(void)
{
    setvbuf(stdout, all + 2048, _IOFBF, 2048);
    printf("one\n");
#pragma hydra parallel for
    for (int i = 0; i < 4096; i++) {
        far[i] += i;
        if (far[i] < 2048)
            all[i] = (char)(i % 100 + 1);
    }
    printf("two\n");
#pragma hydra parallel for
    for (int i = 0; i < 4096; i++) {
        far[i] += ({ 1; });
        if (far[i] < 2048)
            all[i]++;
    }
    printf("three\n");
    int sum = 0;
    for (int i = 0; i < 2047; i++)
        sum += all[i];
    printf("four %d\n", sum);
    return 0;
}
