// distributed: 21 27 36
// offloaded: 21 27
// Minima and maxima of floating values, in all ways to write them: what infinities and values that are no numbers do.
#include <math.h>
#include <stdio.h>

#define MIN(x, y) ((x) < (y) ? (x) : (y))
#define MAX(x, y) ((x) > (y) ? (x) : (y))

enum { N = 64 };
static double a[N];
static float low[4];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37) % N - 20.5;
    double unset = NAN, top = NAN, guarded = 100, stays = NAN;
    a[11] = 1.0 / 0.0;
#pragma hydra parallel for reduction(min : unset) reduction(max : top)
    for (int i = 0; i < N; i++) {
        unset = unset < a[i] ? unset : a[i];
        top = MAX(top, a[i]);
    }
    a[40] = NAN; // passed over by these
#pragma hydra parallel for reduction(min : guarded, stays)
    for (int i = 0; i < N; i++) {
        if (a[i] < guarded)
            guarded = a[i];
        stays = a[i] < stays ? a[i] : stays;
    }
    printf("%g %g %g %d\n", unset, top, guarded, isnan(stays) != 0);
    for (int k = 0; k < 4; k++)
        low[k] = 50;
#pragma hydra parallel for reduction(min : low[0:4])
    for (int i = 0; i < N; i++)
        if (i != 40)
            low[i % 4] = MIN(low[i % 4], (float)a[i]);
    printf("%g %g %g %g\n", low[0], low[1], low[2], low[3]);
    return 0;
}
