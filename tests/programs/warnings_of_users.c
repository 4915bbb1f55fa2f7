// What is generated gives no warnings that a user may ask for: globals in clauses, pointers to const.
// hydracc: -Wall -Wextra -Wshadow -Wcast-qual -Wconversion -Wsign-conversion -Wwrite-strings -Werror -Wno-error=hydra-last
// distributed: 15 29 37 43
// offloaded: 15 29 37 43
#include <stdio.h>
#include <stdlib.h>

static double total;
static int last, counts[8], seen = 3;
static long key;
static double sum(const double *v, int n)
{
    double s = 0;
#pragma hydra parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}

int main(void)
{
    enum { N = 200 };
    double scratch[4], *v = calloc(N, sizeof *v), *low = calloc(N, sizeof *low);
    for (int i = 0; i < N; i++) {
        v[i] = (i * 37 % 100) * 0.5;
        low[i] = i % 9;
    }
#pragma hydra parallel for reduction(+ : total, counts) reduction(max : last)
    for (int i = 0; i < N; i++) {
        const double c = v[i] < low[i] ? low[i] : v[i];
        total += c;
        counts[i % 8] += (int)c;
        if (i - 7 > last)
            last = i - 7;
    }
#pragma hydra parallel for private(scratch) firstprivate(seen)
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 4; k++)
            scratch[k] = v[i] * k;
        v[i] = scratch[i % 4] + seen;
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        if (v[i] > 20)
            key = i;
    printf("%g %d %ld %g\n", total, last, key, sum(v, N));
    for (int i = 0; i < 8; i++)
        printf("%d\n", counts[i]);
    free(low);
    free(v);
    return 0;
}
