// distributed: 38
// offloaded: 35 38
/* A permutation applied again and again, another one in each step: what a step writes is scattered over the array. */
#include <stdio.h>
#include <stdlib.h>

static unsigned state = 12345;
static unsigned chance(unsigned below)
{
    state = state * 1103515245u + 12345u;
    return (state >> 8) % below;
}

int main(void)
{
    const int n = 24000;
    int *perm = malloc(n * sizeof(int));
    double *from = malloc(n * sizeof(double)), *to = malloc(n * sizeof(double));
    long sum = 0;

    for (int i = 0; i < n; i++) {
        perm[i] = i;
        from[i] = i;
        to[i] = -i;
    }
    for (int step = 0; step < 3; step++) {
        for (int i = n - 1; i > 0; i--) {
            int k = (int)chance(i + 1), keep = perm[i];
            perm[i] = perm[k];
            perm[k] = keep;
        }
        /* the last step leaves some elements as they were */
        int count = step < 2 ? n : n - 5000;
#pragma hydra parallel for
        for (int i = 0; i < count; i++)
            to[perm[i]] = from[i] * 0.5 + step;
#pragma hydra parallel for reduction(+ : sum)
        for (int i = 1; i < n; i++)
            sum += to[i] > to[i - 1];
        double *swap = from;
        from = to;
        to = swap;
    }
    printf("%ld\n", sum);
    for (int i = 0; i < n; i += 371)
        printf("%g %g\n", from[i], to[i]);
    return 0;
}
