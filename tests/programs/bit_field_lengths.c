// Lengths of rows in bit-fields, in front of the array behind the record and beside a pointer to it.
#include <stdio.h>
#include <stdlib.h>
typedef struct { unsigned w : 5, h : 11; float a[]; } BF;
int main(void) {
    BF *f = malloc(sizeof *f + 4 * 32 * 8); f->w = 20; f->h = 10;
    #pragma hydra parallel for
    for (int y = 0; y < f->h; y++) for (int x = 0; x < f->w; x++) f->a[y * f->w + x] = x - y;
    float fs = 0; for (int i = 0; i < 200; i++) fs += f->a[i] * (i % 3); printf("%g %d\n", fs, f->h);
}
