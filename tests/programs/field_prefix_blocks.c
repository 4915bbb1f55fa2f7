// distributed: 15 19 31
// offloaded: 15 19 31
/* Inclusive prefix sums in three steps: each block scans its own stretch, a short serial scan over the blocks' totals,
   then every block adds its offset. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1003, blocks = argc > 2 ? atoi(argv[2]) : 12;
    int per = (n + blocks - 1) / blocks;
    long long *x = malloc(n * sizeof *x), *total = malloc(blocks * sizeof *total);

    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        x[i] = (i * 37LL) % 101 - 20;

    #pragma hydra parallel for
    for (int b = 0; b < blocks; b++) {
        int lo = b * per, hi = lo + per < n ? lo + per : n;
        long long sum = 0;
        for (int i = lo; i < hi; i++) {
            sum += x[i];
            x[i] = sum;
        }
        total[b] = sum;
    }
    for (int b = 1; b < blocks; b++)
        total[b] += total[b - 1];
    #pragma hydra parallel for
    for (int b = 1; b < blocks; b++) {
        int lo = b * per, hi = lo + per < n ? lo + per : n;
        for (int i = lo; i < hi; i++)
            x[i] += total[b - 1];
    }
    for (int i = 0; i < n; i++)
        printf("%lld%c", x[i], i % 16 == 15 ? '\n' : ' ');
    printf("\ntotal %lld\n", total[blocks - 1]);
    free(x);
    free(total);
    return 0;
}
