// args: 29
// distributed: 20 23 26 29 32 35
// offloaded: 20 23 26 29 32 35
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    size_t n = (size_t)atoi(argv[argc - 1]);
    long *a = malloc(n * sizeof(long));
    long b[n];
    short s;
    unsigned u;
    long long ll;
    uint8_t tiny;

#pragma hydra parallel for
    for (size_t i = 0; i < n; i++)
        a[i] = (long)(i * i);
#pragma hydra parallel for
    for (u = 0; u < (unsigned)n; u++)
        b[u] = a[u] + 1;
#pragma hydra parallel for
    for (ll = 1; ll < (long long)n - 1; ll++)
        a[ll] = b[ll - 1] + b[ll + 1];
#pragma hydra parallel for
    for (s = 0; s < 20; s++)
        b[s] = a[s] - s;
#pragma hydra parallel for
    for (tiny = 2; tiny < 25; tiny += 2)
        a[tiny] = 7 * tiny;
#pragma hydra parallel for
    for (unsigned long k = n - 1; k > 3; k--)
        b[k] += a[k];
    for (size_t i = 0; i < n; i++)
        printf("%zu %ld %ld\n", i, a[i], b[i]);
    printf("%u %lld %d %d\n", u, ll, s, tiny);
    free(a);
    return 0;
}
