// distributed: 32 38
// offloaded: 32 38
// Two reads in one body of which only a part of all rows is known, and not the same part.
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define imin(a, b) ((a) < (b) ? (a) : (b))
static inline unsigned long mix(unsigned long h, double x)
{
    return h * 31 + (unsigned long)(long)(x * 256);
}
#define N0 8
int main(int argc, char **argv)
{
    (void)argc; (void)argv;
    int n0 = 6 + argc;
    int (*b0)[N0][n0] = malloc(sizeof(int[n0][N0][n0]));
    float *b1 = malloc(n0 * N0 * sizeof *b1);
    int x0 = 0;
    double x1 = 0;
    int x2 = 0;
    long x3 = 0;
    int x7 = 0;
    unsigned x8 = 1;
    for (int i = 0; i < n0; i++)
    for (int j = 0; j < N0; j++)
    for (int k = 0; k < n0; k++)
    b0[i][j][k] = 1;
#pragma hydra parallel for private(x1, x2) shared(b0, b1) reduction(-:x3)
    for (x0 = n0 - 1 - 1; x0 >= 0; x0--) {
        x1 = 1;
        x2 = 1;
        b0[x0 + 1][0][x0 / 2] = (int)fmod((1 - (1)), 97.0);
    }
#pragma hydra parallel for shared(b1), reduction(*:x8), private(x7)
    for (int row = -1; row < n0 - 1; row++) {
        for (size_t j4 = N0 - 1; j4-- > 0;) {
            for (int j5 = 0; j5 != N0 - 1; j5++) {
                b1[(row + 1) * N0 + (j5)] += (double)(b1[(row + 1) * N0 + (imin(row + 1, N0 - 1))] > (double)b0[(j5 + row + n0) % n0][(j5 - 2 + N0) % N0][j5] ? (((int)fmod(b1[(row + 1) * N0 + (j4 % 3)], 97.0)) & 15) : ((j4 + 3 < n0 ? b0[j4 + 3][(j4 > 3 ? j4 - 3 : 0)][row + 1] : 1) + (b0[(j5 + 1 < n0 ? j5 + 1 : n0 - 1)][j5][j5])));
            }
        }
    }
    {
        unsigned long h = 5;
        for (int i = 0; i < n0; i++)
        for (int j = 0; j < N0; j++)
        h = mix(h, (double)b1[(i) * N0 + (j)]);
        printf("b1 %lx\n", h);
    }
    return 0;
}
