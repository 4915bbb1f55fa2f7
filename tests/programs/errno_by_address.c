// verify: no
// replicated: 21 31
// errno through a pointer that was made of its address in front of the loops.
#include <errno.h>
#include <math.h>
#include <stdio.h>

#define N 40

static int *kept;
static void keep(int *where) { kept = where; }

int main(void) {
    int out[N], *here = &errno;
    double x[N];
    keep(&errno);
    for (int i = 0; i < N; i++)
        x[i] = i % 7 - 1;
    *here = 0;
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        errno = 0;
        double y = log(x[i]);
        out[i] = *here + (y > 0);
    }
    for (int i = 0; i < N; i++)
        printf("%d ", out[i]);
    printf("%d\n", *here);
    errno = 5;
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        out[i] = *kept;
        x[i] = log(x[i]);
    }
    for (int i = 0; i < N; i++)
        printf("%d ", out[i]);
    printf("%d %d\n", *kept, errno);
    return 0;
}
