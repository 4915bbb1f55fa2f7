// distributed: 13
// replicated: 18
// offloaded: 13
// An array's minimum that is accumulated in two ways: the loop runs in order, and is no race.
#include <math.h>
#include <stdio.h>

static double x[40], y[40], h[5] = {99, 99, 99, 99, 99};

int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) {
        x[i] = (i * 17) % 23;
        y[i] = (i * 29) % 31 - 0.5;
    }
#pragma hydra parallel for reduction(min : h)
    for (int i = 0; i < 40; i++) {
        if (x[i] < h[i % 5])
            h[i % 5] = x[i];
        h[i % 4] = fmin(h[i % 4], y[i]);
    }
    printf("%g %g %g %g %g\n", h[0], h[1], h[2], h[3], h[4]);
    return 0;
}
