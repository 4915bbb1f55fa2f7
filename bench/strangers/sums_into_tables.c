// bench: 4000000 4096 80
// quick: 50000 512 3
/* A floating histogram: reduction over an array. */
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4000000, m = argc > 2 ? atoi(argv[2]) : 4096, rounds = argc > 3 ? atoi(argv[3]) : 5;
    int *key = malloc(n * sizeof *key);
    double *w = malloc(n * sizeof *w), *h = calloc(m, sizeof *h);
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        key[i] = (int)((i * 2654435761u) >> 8) % m;
        if (key[i] < 0)
            key[i] += m;
        w[i] = i % 5;
    }
    for (int t = 0; t < rounds; t++) {
#pragma hydra parallel for reduction(+:h[0:m])
        for (int i = 0; i < n; i++)
            h[key[i]] += w[i];
    }
    printf("%g %g %g\n", h[0], h[m / 2], h[m - 1]);
    return 0;
}
