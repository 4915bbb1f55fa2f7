// distributed: 20 24 40
// offloaded: 20 40
/* Extremes of measured values, kept as whole numbers: what is behind the point is cut off as they are stored. */
#include <stdio.h>

#define N 500
#define ZONES 3

static double height(int i) { return ((i * 389) % 997 - 400) / 7.0; }

int main(void)
{
    static double field[N];
    int tallest = -1000, deepest = 1000, first_tall = -1000, level = 0;
    short narrow = -1000;
    long far_below = 1000;
    int zone[ZONES] = { -1000, -1000, -1000 };

#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        field[i] = height(i);

#pragma hydra parallel for reduction(max : tallest, first_tall, narrow, level) reduction(min : deepest, far_below)
    for (int i = 0; i < N; i++) {
        double t = field[i];
        float f = (float)t / 2;
        if (t > tallest)
            tallest = (int)t;
        if (deepest > t)
            deepest = t;
        first_tall = t >= first_tall ? (int)t : first_tall;
        if (f >= narrow)
            narrow = (short)f;
        far_below = (long double)t < far_below ? (long double)t : far_below;
        level = level < -t ? -t : level;
    }
    printf("%d %d %d %d %ld %d\n", tallest, deepest, first_tall, narrow, far_below, level);

#pragma hydra parallel for reduction(max : zone[0:ZONES])
    for (int i = 0; i < N; i++)
        if (field[i] - 0.5 > zone[i % ZONES])
            zone[i % ZONES] = (int)(field[i] - 0.5);
    for (int z = 0; z < ZONES; z++)
        printf("zone %d: %d\n", z, zone[z]);
    return 0;
}
