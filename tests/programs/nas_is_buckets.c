// deals: block, cyclic
// distributed: 33 60
// replicated: 51
// offloaded: 33 60
/* NAS IS with buckets: each of P workers counts its own stretch of the keys into a row of its own, offsets are summed
   over the rows, keys are placed by an indirect write that hits each place once, and each bucket is ranked alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEYS 1500
#define MAXKEY 512
#define BUCKETS 16
#define SHIFT 5
#define WORKERS 8

static int keys[KEYS], sorted[KEYS], count[WORKERS][BUCKETS], start[WORKERS][BUCKETS], bucket_ptr[BUCKETS + 1];
static int hist[MAXKEY];

int main(void)
{
    unsigned long seed = 314159;
    for (int i = 0; i < KEYS; i++) {
        unsigned long sum = 0;
        for (int k = 0; k < 4; k++) {
            seed = (seed * 1220703125UL) & ((1UL << 46) - 1);
            sum += seed >> 39;
        }
        keys[i] = (int)sum % MAXKEY;
    }

    #pragma hydra parallel for
    for (int w = 0; w < WORKERS; w++) {
        int lo = w * KEYS / WORKERS, hi = (w + 1) * KEYS / WORKERS;
        for (int b = 0; b < BUCKETS; b++)
            count[w][b] = 0;
        for (int i = lo; i < hi; i++)
            count[w][keys[i] >> SHIFT]++;
    }
    int at = 0;
    for (int b = 0; b < BUCKETS; b++) {
        bucket_ptr[b] = at;
        for (int w = 0; w < WORKERS; w++) {
            start[w][b] = at;
            at += count[w][b];
        }
    }
    bucket_ptr[BUCKETS] = at;

    #pragma hydra parallel for
    for (int w = 0; w < WORKERS; w++) {
        int lo = w * KEYS / WORKERS, hi = (w + 1) * KEYS / WORKERS, next[BUCKETS];
        memcpy(next, start[w], sizeof next);
        for (int i = lo; i < hi; i++)
            sorted[next[keys[i] >> SHIFT]++] = keys[i];
    }

    /* the keys of one bucket touch their own part of the histogram only */
    #pragma hydra parallel for
    for (int b = 0; b < BUCKETS; b++) {
        int low = b << SHIFT, high = (b + 1) << SHIFT;
        for (int k = low; k < high; k++)
            hist[k] = 0;
        for (int i = bucket_ptr[b]; i < bucket_ptr[b + 1]; i++)
            hist[sorted[i]]++;
        hist[low] += bucket_ptr[b];
        for (int k = low + 1; k < high; k++)
            hist[k] += hist[k - 1];
    }
    for (int k = 0; k < MAXKEY; k++)
        printf("%d ", hist[k]);
    printf("\n");
    for (int i = 0; i < KEYS; i++)
        printf("%d ", sorted[i]);
    printf("\n");
    return 0;
}
