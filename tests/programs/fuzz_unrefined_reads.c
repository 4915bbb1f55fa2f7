// Reads behind a condition on data, of which some have a section that inspectors could make exact and others have none.
// stderr: overlap on c0
// distributed: 36 39
// offloaded: 36 39
#include <stdio.h>
#include <stdlib.h>
#define imin(a, b) ((a) < (b) ? (a) : (b))
#define N0 3
#define N1 19

static struct {
    int id;
    double v0[N1];
} s;
static int n0;
static int u0[N1];

int main(void)
{
    double *q0 = &s.v0[0] + 9;
    n0 = atoi("7");
    unsigned *base0 = malloc((N0 * N0 * n0 + 7) * sizeof(unsigned));
    unsigned *b0 = base0 + 5;
    double *c0 = malloc(N1 * sizeof *c0);
    for (int i = 0; i < N0 * N0 * n0; i++)
        b0[i] = i * 7 % 31;
    for (int i = 0; i < N1; i++) {
        s.v0[i] = i % 4;
        u0[i] = 3 * i;
        c0[i] = i;
    }
    short x2 = 0;
    long long x4 = 0;
    long x6 = 0;
#pragma hydra parallel for reduction(| : x2)
    for (unsigned row = 0; row < N0; row = row + 3)
        x2 |= 1;
#pragma hydra parallel for reduction(- : x6)
    for (x4 = 1; x4 < N1 - 1; x4 = x4 + 1) {
        c0[(x4 + 17) % N1] -= 1 > q0[x4 + 1 < 10 ? x4 + 1 : 9] ? (x4 + 1 < 10 ? q0[x4 + 1] : 1) + 6.0
                                                                : (double)((int)(x2 % 1000));
        if (-x4 <= (int)(b0[(imin(x4 + 0, N0 - 1) * N0 + (x4 - 3 + N0) % N0) * n0 + x4 % n0] % 1000u))
            x6 = x6 - ((u0[x4] + (int)(b0[((x4 + N0 - 3) % N0 * N0 + (x4 + N0 - 3) % N0) * n0 + (x4 - 3 + n0) % n0]
                                       % 1000u))
                       % 997);
    }
    printf("%ld\n", x6);
    for (int i = 0; i < N1; i++)
        printf("%g ", c0[i]);
    printf("\n");
    return 0;
}
