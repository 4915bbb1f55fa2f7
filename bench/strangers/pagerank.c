// bench: 700000 22
// quick: 2000 4
/* PageRank over incoming edges, with pages that link nowhere, until little changes or the rounds are over. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 20000, rounds = argc > 2 ? atoi(argv[2]) : 20, edges = 0, t;
    int *out = calloc(n, sizeof *out), *in = calloc(n + 1, sizeof *in), *from, *at = calloc(n, sizeof *at);
    double *rank = calloc(n, sizeof *rank), *share = malloc(n * sizeof *share), *next = malloc(n * sizeof *next);
    int (*link)[2] = malloc(16 * (size_t)n * sizeof *link);
    unsigned r = 99;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i % 16; k++) {
            r = r * 1664525u + 1013904223u;
            double u = (r >> 8) / 16777216.0;
            link[edges][0] = i;
            link[edges++][1] = (int)(u * u * u * n);
        }
    for (int e = 0; e < edges; e++) {
        out[link[e][0]]++;
        in[link[e][1] + 1]++;
    }
    for (int i = 0; i < n; i++)
        in[i + 1] += in[i];
    from = malloc(edges * sizeof *from);
    for (int e = 0; e < edges; e++)
        from[in[link[e][1]] + at[link[e][1]]++] = link[e][0];
    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        rank[i] = 1.0 / n;
    double change = 1;
    for (t = 0; t < rounds && change > 1e-12; t++) {
        double lost = 0;
        #pragma hydra parallel for reduction(+:lost)
        for (int i = 0; i < n; i++) {
            if (out[i] == 0)
                lost += rank[i];
            share[i] = out[i] ? rank[i] / out[i] : 0;
        }
        change = 0;
        #pragma hydra parallel for reduction(+:change)
        for (int i = 0; i < n; i++) {
            double s = 0;
            for (int e = in[i]; e < in[i + 1]; e++)
                s += share[from[e]];
            next[i] = 0.15 / n + 0.85 * (s + lost / n);
            change += fabs(next[i] - rank[i]);
        }
        double *old = rank;
        rank = next;
        next = old;
    }
    int best = 0;
    for (int i = 1; i < n; i++)
        if (rank[i] > rank[best])
            best = i;
    printf("%d rounds, best %d with %.6g, change %.4g\n", t, best, rank[best], change);
    return 0;
}
