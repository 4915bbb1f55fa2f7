// distributed: 37
// offloaded: 37 40
/* A struct that a device gets by value, whose arrays a function reads by their own name, too: what the function touches
 * is noted as the struct's, and the kernel comes to it by another argument. Elements beside those that a launch before
 * it has used.
 */
#include <stdio.h>
#include <string.h>

#define N 300

typedef struct {
    short a;
    double k[3];
    char c;
    int m[2][2];
} rec;

static double acc[N];
static rec state;

static double by_pointer(const rec *p, int i) { return p->k[i % 3] + p->m[1][i % 2] + p->a; }
static double by_name(int i) { return state.m[i % 2][1]; }

int main(void)
{
    int counts[4][4];
    _Bool flags[2][3];
    memset(counts, 0, sizeof counts);
    memset(flags, 0, sizeof flags);
    double sum = 0;
    for (int t = 0; t < 5; t++) {
        counts[t % 4][t / 2 % 4] = t * 4 % 7;
        flags[t % 2][t / 2 % 3] = t % 3;
        state.k[t % 3] = t * 2 % 7;
#pragma hydra parallel for
        for (int i = 0; i < 3; i++)
            state.k[i] = state.k[i] * 0.5 + state.m[i % 2][0];
#pragma hydra parallel for
        for (int i = 1; i < N - 1; i++)
            acc[i] = counts[i % 4][i / 2 % 4] + flags[i * 3 % 2][i * 3 / 2 % 3] + state.c + by_pointer(&state, i) +
                     by_name(i);
        for (int i = 0; i < N; i++)
            sum += acc[N - 1 - i] * (i % 7 + 1);
        state.m[t % 2][1] = t;
    }
    printf("%.10g %.10g %.10g\n", sum, acc[1], acc[2]);
    return 0;
}
