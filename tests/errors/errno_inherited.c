// Loops that may read errno as another iteration, or serial code, left it run in order, and say where they read it.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
static double x[40];
static int out[40];
static int last(void) { return errno; }
static int by_value(const void* a, const void* b) { return errno ? 0 : *(const int*)a - *(const int*)b; }
int main(int argc, char** argv) {
    int key[3] = {1, 2, 3};
    char text[40][40];
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) {
        out[i] = bsearch(&key[i % 3], key, 3, sizeof(int), by_value) != NULL; // warning: 'errno' may be read here
        x[i] = log(x[i]);
    }
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) {
        errno = 0;
        x[i] = log(x[i]);
        if (x[i] > 1)
            goto there;
        errno = 0;
    there:
        out[i] = errno;
        snprintf(text[i], 40, "%m");
    }
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) {
        if (i % 2)
            goto here;
        errno = 0;
    here:
        snprintf(text[i], 40, "%d: %m", i); // warning: 'errno' may be read here
    }
    printf("%d %s %d\n", out[0], text[1], argc > 1 ? last() : 0);
    return 0;
}
