// distributed: 30 36
// replicated: 27
/* errno in parallel loops: as serial code and the iteration before have left it, and set anew in each iteration. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 40

static int length(const char* text) {
    char* end;
    errno = 0;
    long value = strtol(text, &end, 10);
    return errno == ERANGE ? -1 : (int)(value % 1000);
}

int main(void) {
    static int left[N], own[N], helped[N];
    static double root[N], a[2 * N];
    static const char* const words[3] = {"17", "99999999999999999999999", "x"};
    for (int i = 0; i < 2 * N; i++)
        a[i] = i - 5;
    for (int t = 0; t < 3; t++) {
        errno = t * 3;
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            left[i] = errno + i + (int)a[i + errno];
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            errno = 0;
            root[i] = sqrt(a[i]);
            own[i] = errno;
        }
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            helped[i] = length(words[i % 3]);
        printf("%d %d %d %d, %d %d, %d %d %d\n", left[0], left[N - 1], own[0], own[9], isnan(root[0]) != 0,
               isnan(root[9]) != 0, helped[0], helped[1], helped[2]);
    }
    return 0;
}
