// bench: 4200000
// quick: 3000
/* Sorting records by merging runs of doubling length: the merges of a pass are independent of each other. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record {
    unsigned key;
    int id;
};

static void merge(const struct record *from, struct record *to, long lo, long mid, long hi)
{
    long a = lo, b = mid;
    for (long k = lo; k < hi; k++)
        if (a < mid && (b >= hi || from[a].key <= from[b].key))
            to[k] = from[a++];
        else
            to[k] = from[b++];
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 100000, run = 16;
    struct record *r = malloc(n * sizeof *r), *s = malloc(n * sizeof *s);
    unsigned x = 7;
    for (long i = 0; i < n; i++) {
        x = x * 1664525u + 1013904223u;
        r[i].key = x >> 8;
        r[i].id = (int)i;
    }
    #pragma hydra parallel for
    for (long lo = 0; lo < n; lo += run) {
        long hi = lo + run < n ? lo + run : n;
        for (long i = lo + 1; i < hi; i++) {
            struct record me = r[i];
            long j = i;
            for (; j > lo && r[j - 1].key > me.key; j--)
                r[j] = r[j - 1];
            r[j] = me;
        }
    }
    for (; run < n; run *= 2) {
        #pragma hydra parallel for
        for (long lo = 0; lo < n; lo += 2 * run) {
            long mid = lo + run < n ? lo + run : n, hi = lo + 2 * run < n ? lo + 2 * run : n;
            merge(r, s, lo, mid, hi);
        }
        struct record *t = r;
        r = s;
        s = t;
    }
    long wrong = 0;
    #pragma hydra parallel for reduction(+:wrong)
    for (long i = 1; i < n; i++)
        wrong += r[i].key < r[i - 1].key || (r[i].key == r[i - 1].key && r[i].id < r[i - 1].id);
    printf("%ld wrong; %u %d %u %d\n", wrong, r[0].key, r[0].id, r[n / 2].key, r[n - 1].id);
    return 0;
}
