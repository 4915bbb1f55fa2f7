// distributed: 13
// offloaded: 13
// A function hands an address on to another one, which keeps it.
#include <stdio.h>
double a[64];
static int *saved;
static void keep(int *p) { saved = p; }
static void outer(int *p) { keep(p); }
int main(void) {
    int n = 10;
    outer(&n);
#pragma hydra parallel for
    for (int i = 0; i < 64; i++)
        a[i] = i * 1.5;
    double s = 0;
    for (int t = 10; t < 64; t++) {
        *saved = t;
        for (int j = 0; j < n; j++)
            s += a[j];
    }
    printf("%g\n", s);
    return 0;
}
