// says: sample 63 is negative
// stderr:
/* A loop that gives up on bad data: still a parallel loop, and the message appears once. */
#include <stdio.h>
#include <stdlib.h>

static double v[100], root[100];

static void fail(int i)
{
    fprintf(stderr, "sample %d is negative\n", i);
    exit(3);
}

int main(void)
{
    printf("starting\n");
    for (int round = 0; round < 3; round++) {
#pragma hydra parallel for
        for (int i = 0; i < 100; i++)
            v[i] = (i == 63 && round == 2) ? -1 : i + round;
#pragma hydra parallel for
        for (int i = 0; i < 100; i++) {
            if (v[i] < 0)
                fail(i);
            root[i] = v[i] / 2;
        }
        printf("round %d: %.1f %.1f\n", round, root[10], root[99]);
    }
    return 0;
}
