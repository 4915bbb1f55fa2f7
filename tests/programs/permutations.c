// distributed: 25 29 32 43 46 50
// offloaded: 25 29 32 43 46 50
/* Scatters and gathers through permutations that serial code, and then a parallel loop, change between the launches. */
#include <stdio.h>
#include <stdlib.h>

#define N 61

static int perm[N], inverse[N];
static long a[N], b[N], c[N];

static void show(const char *what, const long *v)
{
    printf("%s:", what);
    for (int i = 0; i < N; i++)
        printf(" %ld", v[i]);
    printf("\n");
}

int main(void)
{
    for (int i = 0; i < N; i++)
        perm[i] = (i * 7 + 3) % N;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        a[i] = 1000 + i;
    for (int round = 0; round < 6; round++) {
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            b[perm[i]] = a[i];
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            c[i] = b[perm[i]] + b[perm[(i + 1) % N]];
        show("b", b);
        show("c", c);
        if (round == 1) { /* the serial code changes it: two places trade */
            int t = perm[4];
            perm[4] = perm[50];
            perm[50] = t;
        }
        if (round == 3) {
#pragma hydra parallel for
            for (int i = 0; i < N; i++)
                inverse[perm[i]] = i;
#pragma hydra parallel for
            for (int i = 0; i < N; i++)
                perm[i] = inverse[i];
        }
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            a[i] = c[i] % 997;
    }
    for (int i = 0; i < N; i++)
        printf("%d ", inverse[i]);
    printf("\n");
    return 0;
}
