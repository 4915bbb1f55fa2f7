// bench: 1250000
// quick: 3000
/* Distances from a source in a graph of small-world kind, level by level: each node that has none looks whether a
   neighbour is in the frontier. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct graph {
    int nodes;
    long *first;
    int *to;
};

static struct graph ring_with_chords(int n)
{
    struct graph g = {n, malloc((n + 1) * sizeof(long)), NULL};
    int *degree = calloc(n, sizeof *degree), *chord = malloc(n * sizeof *chord);
    for (int i = 0; i < n; i++) {
        chord[i] = i % 5 ? (int)((i * 48271LL + 11) % n) : i;
        degree[i] += 4;
        if (chord[i] != i) {
            degree[i]++;
            degree[chord[i]]++;
        }
    }
    g.first[0] = 0;
    for (int i = 0; i < n; i++)
        g.first[i + 1] = g.first[i] + degree[i];
    g.to = malloc(g.first[n] * sizeof *g.to);
    memset(degree, 0, n * sizeof *degree);
    for (int i = 0; i < n; i++) {
        for (int k = 1; k <= 2; k++) {
            g.to[g.first[i] + degree[i]++] = (i + k) % n;
            g.to[g.first[i] + degree[i]++] = (i + n - k) % n;
        }
        if (chord[i] != i) {
            g.to[g.first[i] + degree[i]++] = chord[i];
            g.to[g.first[chord[i]] + degree[chord[i]]++] = i;
        }
    }
    free(degree);
    free(chord);
    return g;
}

static int distances(const struct graph *g, int source, int *level, unsigned char *front, unsigned char *next)
{
    int depth = 0, grown = 1;
    for (int i = 0; i < g->nodes; i++) {
        level[i] = -1;
        front[i] = 0;
    }
    level[source] = 0;
    front[source] = 1;
    while (grown > 0) {
        depth++;
        grown = 0;
        #pragma hydra parallel for reduction(+:grown)
        for (int i = 0; i < g->nodes; i++) {
            next[i] = 0;
            if (level[i] >= 0)
                continue;
            for (long k = g->first[i]; k < g->first[i + 1]; k++)
                if (front[g->to[k]]) {
                    level[i] = depth;
                    next[i] = 1;
                    grown++;
                    break;
                }
        }
        unsigned char *t = front;
        front = next;
        next = t;
    }
    return depth - 1;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 20000;
    struct graph g = ring_with_chords(n);
    int *level = malloc(n * sizeof *level);
    unsigned char *front = malloc(n), *next = malloc(n);
    for (int s = 0; s < 3; s++) {
        int source = (int)(s * 7001LL % n), depth = distances(&g, source, level, front, next);
        long total = 0, far = 0;
        #pragma hydra parallel for reduction(+:total, far)
        for (int i = 0; i < n; i++) {
            total += level[i];
            far += level[i] == depth;
        }
        printf("from %d: depth %d, sum %ld, %ld at the end\n", source, depth, total, far);
    }
    return 0;
}
