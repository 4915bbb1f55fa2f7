// Functions in the header of a parallel loop: what they compute must not depend on how often they are called.
#include <stdio.h>
#include <stdlib.h>
static int a[100], calls, n = 10;
static int counted(void) { return ++calls; }
static int shown(void) { return printf("x"); }
static int first(void) { return a[0]; }
static int safe(int k) { return k + n; }
void f(int *p) {
#pragma hydra parallel for
    for (int i = 0; i < counted(); i++) // error: may only call functions that change nothing
        a[i] = i;
#pragma hydra parallel for
    for (int i = 0; i < shown(); i++) // error: may only call functions that change nothing
        a[i] = i;
#pragma hydra parallel for
    for (int i = 0; i < first(); i++) // error: may only call functions that change nothing
        a[i] = i;
#pragma hydra parallel for
    for (int i = 0; i < safe(3) + abs(*p); i++)
        a[i] += i;
}
