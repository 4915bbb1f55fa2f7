// stderr: the loop writes memory from which its own subscripts come
// distributed: 33 40 48 56 60 67 75 82 95
// offloaded: 33 40 48 56 60 67 75 82 95
/* Sums into arrays that threads of one rank share out, each in a copy of its own: whole numbers, fractions, a section in
   the middle of an array, minima, a copy that is larger than what the iterations take, an array that the loop reads as
   well; and loops whose rounds go by what they write themselves, where nothing may be looked up beforehand. */
#include <stdio.h>
#include <stdlib.h>

#define N 60000

struct walker {
    unsigned state;
    double weight, at;
    int steps;
};

static unsigned next(unsigned *state) { return *state = *state * 1664525u + 1013904223u; }

static int hits[64];
static double part[3][40];

int main(void)
{
    int *key = malloc(N * sizeof *key);
    double *value = malloc(N * sizeof *value), *sums = calloc(2000, sizeof *sums);
    int least[16], *large = calloc(400000, sizeof *large);
    struct walker *w = malloc(N / 10 * sizeof *w);
    double leaked = 0;

    for (int round = 0; round < 3; round++) {
        #pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            unsigned state = (unsigned)(i + round) * 2654435761u;
            key[i] = (int)(next(&state) >> 20);
            value[i] = (i % 8) * 0.25;
        }

        #pragma hydra parallel for reduction(+ : hits[0:64], sums[500:1000])
        for (int i = 0; i < N; i++) {
            hits[key[i] % 64]++;
            sums[500 + key[i] % 1000] += value[i];
        }

        for (int k = 0; k < 16; k++)
            least[k] = N;
        #pragma hydra parallel for reduction(min : least[0:16])
        for (int i = 0; i < N; i++)
            if (i + key[i] < least[key[i] % 16])
                least[key[i] % 16] = i + key[i];

        /* a large array for few iterations: it stays as it is */
        for (int k = 0; k < 10; k++)
            large[k]++;
        #pragma hydra parallel for reduction(+ : large[0:400000])
        for (int i = 0; i < 300; i++)
            large[key[i] * 97 % 400000] += i;

        #pragma hydra parallel for reduction(+ : part[1:2][0:40])
        for (int i = 0; i < N; i++)
            part[1 + i % 2][key[i] % 40] += value[i];

        /* read by another name: no copies */
        const double *seen = sums;
        double met = 0;
        #pragma hydra parallel for reduction(+ : sums[500:1000], met)
        for (int i = 0; i < 5000; i++) {
            sums[500 + i % 1000] += 1;
            met += seen[i % 400];
        }
        leaked += met;
    }

    #pragma hydra parallel for
    for (int i = 0; i < N / 10; i++) {
        w[i].state = (unsigned)i * 747796405u + 1;
        w[i].weight = 1;
        w[i].at = 0;
        w[i].steps = 0;
    }
    #pragma hydra parallel for reduction(+ : sums[0:500], leaked)
    for (int i = 0; i < N / 10; i++) {
        struct walker *me = &w[i];
        while (me->weight > 0) {
            int cell = (int)(me->at * 2);
            sums[cell] += me->weight;
            me->at += (next(&me->state) >> 24) / 256.0;
            me->weight = me->steps++ < (int)(next(&me->state) >> 28) ? me->weight : 0;
            if (me->weight == 0)
                leaked += 0.5;
        }
    }
    /* the same without a sum: what the loop's own condition reads, it writes */
    #pragma hydra parallel for
    for (int i = 0; i < N / 10; i++) {
        while (w[i].steps > 0) {
            w[i].at += value[w[i].steps];
            w[i].steps--;
        }
    }

    double all = 0, places = 0;
    long count = 0;
    for (int k = 0; k < 2000; k++)
        all += sums[k] * (k % 7);
    for (int k = 0; k < 64; k++)
        count += (long)hits[k] * k;
    for (int k = 0; k < 400000; k++)
        count += (long)large[k] * (k % 13);
    for (int k = 0; k < 16; k++)
        count += least[k];
    for (int k = 0; k < 40; k++)
        all += part[0][k] + part[1][k] * 2 + part[2][k] * 3;
    for (int i = 0; i < N / 10; i++)
        places += w[i].at + w[i].steps;
    printf("%.6f %ld %.6f %.1f\n", all, count, places, leaked);
    return 0;
}
