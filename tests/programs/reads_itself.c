// distributed: 33 43
// offloaded: 33 43 50
// A file that includes itself, and so is three texts: each has its own macros, directives and positions, and the edits
// of one are none of the others'.
#ifndef PART
#include <stdio.h>
static double a[64], b[64], worst;

#define PART 1
#define ARRAY a
#define SCALE 2.0
static void first(int n)
#include "reads_itself.c"
#undef ARRAY
#undef SCALE
#undef PART
#define PART 2
#define ARRAY b
#define SCALE 3.0
static void second(int n)
#include "reads_itself.c"
#undef PART
#define PART 3
#include "reads_itself.c"

int main(void)
{
    first(64);
    second(64);
    second_sum();
    double s = 0;
#pragma hydra parallel for reduction(+ : s)
    for (int i = 0; i < 64; i++)
        s += a[i] * 1000 + b[i];
    printf("%g %g %g %g %g %g\n", a[1], a[63], b[1], b[63], s, worst);
    return 0;
}
#elif PART == 3
static void second_sum(void)
{
    worst = 0;
#pragma hydra parallel for reduction(max : worst)
    for (int i = 0; i < 64; i++)
        worst = ARRAY[i] * SCALE > worst ? ARRAY[i] * SCALE : worst;
}
#else
{
    double local[64];
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        local[i] = SCALE * i;
        ARRAY[i] = local[i] + PART;
    }
    ARRAY[0] += local[n - 1];
    for (int i = 1; i < n; i += 9)
        ARRAY[i] += SCALE;
}
#endif
