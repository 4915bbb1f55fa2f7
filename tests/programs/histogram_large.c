// distributed: 23 29 41 55
// offloaded: 23 29 55
// Sections too large for every rank to hold: each rank combines a part. Sub-ranges, and a section in the middle.
#include <stdio.h>
#include <stdlib.h>

#define N 60000

static int degree[N], edges[2 * N][2];
static double potential[N + 10];

int main(int argc, char **argv)
{
    int n = argc > 5 ? atoi(argv[1]) : N;
    for (int e = 0; e < 2 * n; e++) {
        edges[e][0] = (e * 7 + e / 3) % n;
        edges[e][1] = (int)((long)e * 104729 % n);
    }
    for (int i = 0; i < n + 10; i++)
        potential[i] = i * 0.5;
    for (int round = 0; round < 2; round++) {
#pragma hydra parallel for reduction(+ : degree[0 : n])
        for (int e = 0; e < 2 * n; e++) {
            degree[edges[e][0]]++;
            degree[edges[e][1]]++;
        }
        /* owners write on */
#pragma hydra parallel for
        for (int i = 1; i < n; i++)
            degree[i] = degree[i] * 3 - i % 5;
    }
    long sum = 0, mixed = 0;
    for (int i = 0; i < n; i++) {
        sum += degree[i];
        mixed = (mixed * 31 + degree[i]) % 1000003;
    }
    printf("%ld %ld %d %d\n", sum, mixed, degree[0], degree[n - 1]);

    int lo = 5, len = n;
#pragma hydra parallel for reduction(max : potential[lo : len])
    for (int e = 0; e < 2 * n; e++) {
        double strength = edges[e][0] * 0.75;
        int at = lo + edges[e][1];
        potential[at] = potential[at] > strength ? potential[at] : strength;
    }
    double all = 0;
    for (int i = 0; i < n + 10; i++)
        all += potential[i];
    printf("%.2f %.2f %.2f %.2f\n", all, potential[0], potential[lo], potential[n + 9]);

    unsigned *bits = calloc((size_t)n, sizeof(unsigned));
    for (int i = 0; i < n; i += 2)
        bits[i] = 4;
#pragma hydra parallel for reduction(| : bits[0 : n])
    for (int e = 0; e < 2 * n; e++)
        bits[edges[e][1]] |= 1u << (e % 20);
    unsigned any = 0;
    for (int i = 0; i < n; i++)
        any = any * 17 + bits[i];
    printf("%u\n", any);
    free(bits);
    return 0;
}
