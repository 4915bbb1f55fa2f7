// verify: no
// replicated: 37 47 53
// `errno = 0` in an iteration that a goto may jump over, in a function that a loop calls, too.
#include <errno.h>
#include <math.h>
#include <stdio.h>

#define N 40

static double x[N];
static int out[N];

static int start(int i) {
    if (i % 3)
        goto go;
    errno = 0;
    if (i == 9) {
    go:
        return errno;
    }
    return errno + 1;
}

static void print(void) {
    int code = errno;
    for (int i = 0; i < N; i++)
        printf("%d ", out[i]);
    printf("%d\n", code);
    for (int i = 0; i < N; i++)
        x[i] = i % 7 - 1;
    errno = 7;
}

int main(void) {
    print();
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        if (i % 3)
            goto go;
        errno = 0;
    go:
        out[i] = errno;
        x[i] = log(x[i]);
    }
    print();
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        out[i] = start(i);
        x[i] = log(x[i]);
    }
    print();
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        switch (i % 4) {
            errno = 0;
        case 1:
            out[i] = errno;
            break;
        default:
            errno = 0;
        }
        x[i] = log(x[i]);
    }
    print();
    return 0;
}
