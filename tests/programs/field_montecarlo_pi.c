// distributed: 37
// offloaded: 37
/* Monte Carlo integration with a generator of its own in each iteration, seeded by hashing the iteration's number, so
   that the samples do not depend on who draws them. Counts are integers, and hence exact in any order. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t hash32(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x7feb352dU;
    x ^= x >> 15;
    x *= 0x846ca68bU;
    x ^= x >> 16;
    return x;
}

static double next_uniform(uint32_t *state)
{
    uint32_t x = *state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    *state = x;
    return x / 4294967296.0;
}

int main(int argc, char **argv)
{
    long batches = argc > 1 ? atol(argv[1]) : 250;
    int per_batch = 80;
    long long inside = 0;
    long longest = 0, *hits = malloc(batches * sizeof(long));

    #pragma hydra parallel for reduction(+ : inside) reduction(max : longest)
    for (long b = 0; b < batches; b++) {
        uint32_t rng = hash32((uint32_t)b + 1) | 1u;
        long run = 0, best = 0;
        hits[b] = 0;
        for (int i = 0; i < per_batch; i++) {
            double x = next_uniform(&rng), y = next_uniform(&rng);
            if (x * x + y * y < 1.0) {
                hits[b]++;
                run++;
            } else
                run = 0;
            if (run > best)
                best = run;
        }
        inside += hits[b];
        if (best > longest)
            longest = best;
    }
    printf("%lld of %ld inside: pi is about %.6f; longest run %ld\n", inside, batches * per_batch,
           4.0 * inside / (batches * (double)per_batch), longest);
    for (long b = 0; b < batches; b++)
        printf("%ld%s", hits[b], b % 25 == 24 ? "\n" : " ");
    printf("\n");
    free(hits);
    return 0;
}
