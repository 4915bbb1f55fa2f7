// Descending loops whose unsigned bound is above LONG_MAX (n - 1 with n = 0): no iteration in C, i keeps its start.
#include <stdio.h>
#include <stddef.h>
int main(int argc, char **argv) {
    size_t n = argc - 1; int hits = 0; unsigned i; size_t k; unsigned short s; unsigned m = argc - 1;
#pragma hydra parallel for reduction(+ : hits)
    for (i = 9; i > n - 1; i--)
        hits++;
    printf("%d %u\n", hits, i);
#pragma hydra parallel for reduction(+ : hits)
    for (k = 9; k > n - 1; k--)
        hits++;
    printf("%d %zu\n", hits, k);
#pragma hydra parallel for reduction(+ : hits)
    for (k = 9; k >= n - 4; k--)
        hits++;
    printf("%d %zu\n", hits, k);
#pragma hydra parallel for reduction(+ : hits)
    for (s = 9; s >= n - 4; s--)
        hits++;
    printf("%d %d\n", hits, s);
#pragma hydra parallel for reduction(+ : hits)
    for (s = 9; s > m - 1; s--)
        hits++;
    printf("%d %d\n", hits, s);
#pragma hydra parallel for reduction(+ : hits)
    for (k = 9; k >= n - 4; k-=2)
        hits++;
    printf("%d %zu\n", hits, k);
#pragma hydra parallel for reduction(+ : hits)
    for (i = 9; i > n - 1; i-=3)
        hits++;
    printf("%d %u\n", hits, i);
    int q;
#pragma hydra parallel for reduction(+ : hits)
    for (q = 9; q > n - 1; q--)
        hits++;
    printf("%d %d\n", hits, q);
    return 0;
}
