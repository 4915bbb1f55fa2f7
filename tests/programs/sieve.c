// args: 500
// distributed: 22
// replicated: 18
// offloaded: 18 22
#include <stdio.h>
#include <stdlib.h>
/* The sieve of Eratosthenes: the step of the parallel loop changes from launch to launch. */
int main(int argc, char **argv)
{
    int limit = argc > 1 ? atoi(argv[1]) : 100;
    char *composite = calloc(limit + 1, 1);
    int count = 0;

    for (int p = 2; p * p <= limit; p++) {
        if (composite[p])
            continue;
#pragma hydra parallel for
        for (int m = p * p; m <= limit; m += p)
            composite[m] = 1;
    }
#pragma hydra parallel for reduction(+ : count)
    for (int k = 2; k <= limit; k++)
        if (!composite[k])
            count++;
    printf("%d primes up to %d:", count, limit);
    for (int k = 2; k <= limit; k++)
        if (!composite[k])
            printf(" %d", k);
    printf("\n");
    free(composite);
    return 0;
}
