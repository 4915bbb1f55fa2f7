// says: Assertion `load[i] < 40' failed
/* An assertion that fails in one iteration only. */
#include <assert.h>
#include <stdio.h>

static int load[64], twice[64];

int main(void)
{
    printf("this text is flushed\n");
    fflush(stdout);
#pragma hydra parallel for
    for (int i = 0; i < 64; i++)
        load[i] = i % 40 + (i == 50 ? 35 : 0);
#pragma hydra parallel for
    for (int i = 0; i < 64; i++) {
        assert(load[i] < 40);
        twice[i] = 2 * load[i];
    }
    printf("%d\n", twice[3]);
    return 0;
}
