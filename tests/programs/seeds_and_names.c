// distributed: 14 25 28 32
// offloaded: 14 25
/* A random seed per element, and texts that are chosen. */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>

enum { N = 47 };

static double total(const double* a)
{
    double s = 0;
#pragma hydra parallel for reduction(+ : s)
    for (int i = 0; i < N; i++)
        s += a[i];
    return s;
}

int main(void)
{
    static unsigned seeds[N];
    static double hits[N];
    static char names[N][24];
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        seeds[i] = 17u * i + 1;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 20; k++)
            hits[i] += rand_r(&seeds[N - 1 - i]) % 7 < 3;
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        const char* kind = "many";
        if (hits[i] < 8)
            kind = "few";
        snprintf(names[i], sizeof names[i], "%s %s", i % 2 ? "odd" : "even", kind);
    }
    double res = hits[3] / 20;
    printf("%s %g\n", res < 0.5 ? "ok" : "bad", total(hits));
    for (int i = 0; i < N; i += 5)
        printf("%s %u\n", names[i], seeds[i]);
    return 0;
}
