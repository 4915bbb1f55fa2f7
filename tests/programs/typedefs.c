// args: 3
// distributed: 29
// offloaded: 29
#include <stdio.h>
#include <stdlib.h>
typedef double real;
typedef real vec[20];
typedef struct { int lo, hi; real gain; } Window;
typedef enum { PLAIN, DOUBLED, SQUARED } Mode;
static vec input, output;
static real change(Mode mode, real v)
{
    switch (mode) {
    case DOUBLED: return 2 * v;
    case SQUARED: return v * v;
    default: return v;
    }
}
int main(int argc, char **argv)
{
    int modes = argc > 1 ? atoi(argv[1]) : 1;
    Window w = {.lo = 2, .hi = 17, .gain = 1.25};
    for (int i = 0; i < 20; i++) input[i] = i - 9.5;
    for (int m = 0; m < modes; m++) {
        Mode mode = (Mode)m;
        int lo = w.lo, hi = w.hi;
        real gain = w.gain;
#pragma hydra parallel for
        for (int i = lo; i < hi; i++)
            output[i] = change(mode, input[i]) * gain + (real)sizeof(real);
        for (int i = 0; i < 20; i++) printf("%g ", output[i]);
        printf("\n");
        w.lo++;
        w.gain *= 2;
    }
    return 0;
}
