// A pointer to errno: each thread has its own, so that loops run in order on the one that the pointer leads to.
#include <errno.h>
#include <stdio.h>
static int out[40];
int main(void) {
    int* here = &errno; // warning: '&errno' is kept here
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        out[i] = *here + i;
    errno = 3;
    printf("%d %d\n", out[7], errno);
    return 0;
}
