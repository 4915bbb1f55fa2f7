// Calls that a variable's end of life makes: nothing in the text shows them where they happen.
#include <stdlib.h>
#define GUARDED __attribute__((__cleanup__(release)))
double a[40];
static int cleanup;
static void leave(int *i) { a[*i] += 100; }
static void release(double **p) { free(*p); }
static int kept __attribute__((section("cleanup")));
double f(void) {
    int end __attribute__((cleanup(leave))) = 2; // error: not in this version: a call of 'leave' whenever a variable goes out of scope (attribute cleanup); call 'leave' at the end of the scope
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) {
        int one = i, guard __attribute__((unused, cleanup(leave))) = i; // error: a call of 'leave' whenever
        a[i] = one + guard;
    }
    GUARDED double *block = malloc(8); // error: a call of 'release' whenever
    *block = a[2] + cleanup + kept;
    return *block;
}
