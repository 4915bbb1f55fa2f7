// distributed: 17
// offloaded: 17
/* Odd-even transposition sort of records by key: phases compare disjoint pairs in parallel until two phases in a row
   swap nothing. */
#include <stdio.h>
#include <stdlib.h>

struct item {
    int key;
    short tag;
};

static int phase(struct item *a, int n, int first)
{
    int swaps = 0;
    #pragma hydra parallel for reduction(+ : swaps)
    for (int i = first; i < n - 1; i += 2) {
        if (a[i].key > a[i + 1].key) {
            struct item t = a[i];
            a[i] = a[i + 1];
            a[i + 1] = t;
            swaps++;
        }
    }
    return swaps;
}

int main(void)
{
    int n = 75, rounds = 0, even, odd;
    struct item *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++) {
        a[i].key = (i * 7919) % 211;
        a[i].tag = (short)i;
    }
    do {
        even = phase(a, n, 0);
        odd = phase(a, n, 1);
        rounds++;
    } while (even + odd > 0);
    printf("%d rounds\n", rounds);
    for (int i = 0; i < n; i++)
        printf("%d(%d) ", a[i].key, a[i].tag);
    printf("\n");
    free(a);
    return 0;
}
