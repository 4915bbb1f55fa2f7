// verify: no
// replicated: 41 48 55 63 72
// errno as the iteration before left it, read by what a loop calls through a pointer, hands to bsearch, or prints with.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 40

static double x[N];
static int out[N];
static char text[N][64];

static int last(void) { return errno; }
static int none(void) { return -1; }
static int apply(int (*f)(void), int add) { return f() + add; }
static int by_value(const void *a, const void *b) { return errno == EDOM ? 0 : *(const int *)a - *(const int *)b; }
static const char *const formats[2] = {"%d is %m", "%d"};

static void start(void) {
    for (int i = 0; i < N; i++)
        x[i] = i % 7 - 1;
    errno = 7;
}

static void print(const char *what) {
    int code = errno;
    printf("%s", what);
    for (int i = 0; i < N; i++)
        printf(" %d", out[i]);
    printf(", %d\n", code);
}

int main(int argc, char **argv) {
    int (*look)(void) = argc > 5 ? none : last;
    int key[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    start();
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        out[i] = look();
        x[i] = log(x[i]);
    }
    print("pointer");
    start();
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        out[i] = apply(last, i);
        x[i] = log(x[i]);
    }
    print("argument");
    start();
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        int k = i % 8 + 1, *found = bsearch(&k, key, 8, sizeof k, by_value);
        out[i] = found ? *found : -1;
        x[i] = log(x[i]);
    }
    print("bsearch");
    start();
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        snprintf(text[i], sizeof text[i], "%5.1f %-20m", 1.5);
        x[i] = log(x[i]);
    }
    for (int i = 0; i < N; i++)
        out[i] = (int)strlen(text[i]) + text[i][7];
    print("format");
    start();
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        snprintf(text[i], sizeof text[i], formats[i % 2], i);
        x[i] = log(x[i]);
    }
    for (int i = 0; i < N; i++)
        out[i] = (int)strlen(text[i]) + text[i][6];
    print("table of formats");
    return 0;
}
