// A loop over a table of pointers that first runs with a size beyond all bounds.
// stderr: is very large
// distributed: 18
// offloaded: 18
#include <stdio.h>
#include <stdlib.h>
double *t[16], b[16], c[16];
static void sums(size_t n) {
#pragma hydra parallel for
    for (int i = 0; i < 16; i++) {
        double s = 0;
        for (size_t j = 0; j < n && j < 4; j++) s += t[i][j];
        b[i] = s;
    }
}
static void fill(int f) {
#pragma hydra parallel for
    for (int i = 0; i < 16; i++) {
        c[i] = i;
        for (int j = 0; j < 20; j++) t[15 - i][j] = i * f + j;
    }
}
int main(void) {
    double s = 0;
    for (int i = 0; i < 16; i++) t[i] = calloc(20, 8);
    fill(1);
    sums((size_t)-1); /* "very large": all ranks run it */
    fill(100);
    sums(3);
    for (int i = 0; i < 16; i++) s += b[i] * i;
    printf("%g\n", s);
    return 0;
}
