#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 20000
#endif

static int order(const void *a, const void *b) {
    const long x = *(const long *)a, y = *(const long *)b;
    return (x > y) - (x < y);
}

int main(void) {
    long *a = malloc(N * sizeof *a);
    int wrong = 0;
    for (long i = 0; i < N; i++) {
        unsigned long h = (unsigned long)i * 2654435761u;
        a[i] = (long)((h ^ (h >> 13)) % 100003);
    }
    qsort(a, N, sizeof *a, order);
    for (long i = 0; i + 1 < N; i++)
        wrong += a[i] > a[i + 1];
    printf("%d out of order; %ld %ld %ld %ld\n", wrong, a[0], a[N / 3], a[N / 2], a[N - 1]);
    free(a);
    return 0;
}
