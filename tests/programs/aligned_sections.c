// distributed: 23 31
// offloaded: 23 31
/* Copies of reduced sections are aligned as the arrays are, for compilers load vectors where a type says how far. */
#include <stdio.h>
#include <stdlib.h>

typedef double lines[8] __attribute__((aligned(64)));
typedef int tally[32] __attribute__((aligned(128)));

static _Alignas(64) double hist[40];
static double before[3];
static lines bins[5];
static tally counts[3];

int main(void)
{
    enum { N = 500 };
    double* table = aligned_alloc(256, 64 * sizeof *table);
    for (int k = 0; k < 64; k++)
        table[k] = k;

#pragma hydra parallel for reduction(+ : before[0:3], hist[0:40], bins)
    for (int i = 0; i < N; i++) {
        before[i % 3]++;
        for (int k = 0; k < 8; k++) {
            hist[8 * (i % 5) + k] += i * k;
            bins[i % 5][k] += i - k;
        }
    }
#pragma hydra parallel for reduction(+ : counts[1:2][0:32], table[8:48])
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 32; k++)
            counts[1 + i % 2][k] += i * k % 7;
        for (int k = 0; k < 8; k++)
            table[8 + 8 * (i % 6) + k] += k - 3;
    }
    printf("%g %g %g\n", before[0], before[1], before[2]);
    for (int k = 0; k < 40; k++)
        printf("%g %g ", hist[k], bins[k / 8][k % 8]);
    for (int k = 0; k < 32; k++)
        printf("%d %d ", counts[1][k], counts[2][k]);
    for (int k = 0; k < 64; k++)
        printf("%g%c", table[k], k == 63 ? '\n' : ' ');
    free(table);
    return 0;
}
