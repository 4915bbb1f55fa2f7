// distributed: 9
// Lengths of rows in bit-fields of the record that leads to them.
#include <stdio.h>
#include <stdlib.h>
typedef struct { unsigned w : 5, h : 11; float *a; } BF;
int main(void) {
    BF *f = malloc(sizeof *f); f->a = malloc(4 * 32 * 8); f->w = 20; f->h = 10;
    #pragma hydra parallel for
    for (int y = 0; y < f->h; y++) for (int x = 0; x < f->w; x++) f->a[y * f->w + x] = x - y;
    float fs = 0; for (int i = 0; i < 200; i++) fs += f->a[i] * (i % 3); printf("%g %d\n", fs, f->h);
}
