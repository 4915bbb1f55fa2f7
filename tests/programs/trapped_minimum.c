// distributed: 25
// Exceptions of arithmetic end the program, as those ask for who look for where a NaN comes from. A minimum by macro
// raises none, whatever parts of the loop it is cut into, those that find nothing included.
#define _GNU_SOURCE
#include <fenv.h>
#include <math.h>
#include <stdio.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) >= (b) ? (a) : (b))

static double wave[60];
static float coarse[60];

int main(void) {
    double least = 1e9, most = -INFINITY, near = INFINITY;
    float low = 1e9f;
    for (int i = 0; i < 60; i++) {
        wave[i] = cos(i);
        coarse[i] = (float)(i % 7);
    }
    feclearexcept(FE_ALL_EXCEPT);
    feenableexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW);
#pragma hydra parallel for reduction(min : least, low, near) reduction(max : most)
    for (int i = 0; i < 60; i++) {
        least = MIN(least, wave[i]);
        most = MAX(most, wave[i]);
        low = low <= coarse[i] ? low : coarse[i];
        if (i == 41)
            near = MIN(near, coarse[i]);
    }
    printf("%.6f %.6f %g %g %d\n", least, most, low, near, fetestexcept(FE_INVALID | FE_DIVBYZERO) != 0);
    return 0;
}
