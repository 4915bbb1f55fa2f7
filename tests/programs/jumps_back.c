// distributed: 14 17 35 40 44
// offloaded: 14 17 35 40 44
// setjmp and longjmp in serial code: out of functions that run parallel loops and have arrays of their own.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf place;
static double a[64];

static void attempt(int depth)
{
    double own[32 + depth];
#pragma hydra parallel for
    for (int i = 0; i < 32 + depth; i++)
        own[i] = a[i] + depth;
#pragma hydra parallel for
    for (int i = 0; i < 32; i++)
        a[i] += own[31 - i];
    if (a[3] > 1000)
        longjmp(place, depth);
    attempt(depth + 1);
}

int main(void)
{
    for (int i = 0; i < 64; i++)
        a[i] = i;
    volatile int tries = 0;
    double kept[16] = {0};
    int reached = setjmp(place);
    printf("reached %d after %d\n", reached, tries);
    if (tries < 3) {
        tries++;
#pragma hydra parallel for
        for (int i = 0; i < 64; i++)
            a[i] = a[i] / 64 + i;
        attempt(1);
    }
#pragma hydra parallel for
    for (int i = 0; i < 16; i++)
        kept[i] += tries;
    double other[64];
#pragma hydra parallel for
    for (int i = 0; i < 64; i++)
        other[i] = a[63 - i];
    for (int i = 0; i < 64; i += 7)
        printf("%.3f %.3f %g\n", a[i], other[i], kept[i / 4]);
    return 0;
}
