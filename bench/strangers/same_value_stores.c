// bench: 6500000
// quick: 5000
/* Breadth-first levels: several iterations store the same value. */
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 300000, deg = 6, more = 1, level = 0;
    int *to = malloc(sizeof(int) * n * deg), *dist = malloc(n * sizeof *dist);
    for (int i = 0; i < n; i++) {
        dist[i] = -1;
        for (int k = 0; k < deg; k++)
            to[i * deg + k] = (int)(((long)i * 7 + k * 7919 + k * k * 13) % n);
    }
    dist[0] = 0;
    while (more) {
        more = 0;
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            if (dist[i] == level)
                for (int k = 0; k < deg; k++)
                    if (dist[to[i * deg + k]] < 0) {
                        dist[to[i * deg + k]] = level + 1;
                        more = 1;
                    }
        level++;
    }
    long s = 0;
    for (int i = 0; i < n; i++)
        s += dist[i];
    printf("%d %ld\n", level, s);
    return 0;
}
