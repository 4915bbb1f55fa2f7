// distributed: 45 70 82 95
// offloaded: 45 70
/* Variables that keep the constant they begin with: the step of a loop, lengths of arrays and rows, factors; const ones
 * of all types, which may cut their value off, and others that only look as if they kept it. */
#include <stdio.h>
#include <stdlib.h>

static const int width = 6;
static const unsigned char cut = 300;     /* 44 */
static const short wide = (short)70000;   /* 4464 */
static const _Bool one = 5;
static const long long far = 1LL << 40;
static int kept = 3, changed = 3, pointed = 3, stepped = 2;
const int twice = 2 * 4;
static const double not_whole = 2.5;

static void change(int *what) { *what += 1; }

static int next(void)
{
    static int calls = 7;
    static const int least = 7;
    return calls++ - least;
}

static int shadow(int n)
{
    const int tile = 2;
    int sum = 0;
    for (int i = 0; i < n; i += tile) {
        const int tile = 5;
        sum += tile * i;
    }
    return sum;
}

static void tiles(int rows, const float *in, float *out)
{
    const int tile = 4, half = tile / 2;
    int reps = 3, turns = 1;
    turns += rows > 1000000;
    change(&pointed);
    stepped++;
#pragma hydra parallel for
    for (int r = 0; r < rows; r += tile) {
        float acc[tile], grid[half][half + 1];
        for (int k = 0; k < tile; k++)
            acc[k] = 0;
        for (int i = 0; i < half; i++)
            for (int j = 0; j <= half; j++)
                grid[i][j] = i - 0.5f * j + (float)(sizeof grid / sizeof grid[0]);
        for (int t = 0; t < reps; t++)
            for (int k = 0; k < tile; k++)
                acc[k] += in[(r + k) * width + t] * kept + grid[k % half][k % (half + 1)];
        for (int k = 0; k < tile; k++)
            out[r + k] = acc[k] * turns + cut + wide * one + pointed + stepped;
    }
}

int main(int argc, char **argv)
{
    const int rows = 64;
    const int asked = argc > 1 ? atoi(argv[1]) : 9;
    int n = 40, again = 2, own = 5, last = 1;
    float in[64 * 6], out[64];
    double sum = 0, table[64];
    long total = 0;

#pragma hydra parallel for
    for (int i = 0; i < rows * width; i++)
        in[i] = (i % 13) * 0.5f;
    for (int round = 0; round < again; round++) {
        tiles(rows, in, out);
        changed += round;
        kept += 0 * round;
    }
    {
        const int n = 8;
        total += n;
    }
#pragma hydra parallel for private(own)
    for (int i = 0; i < n; i++) {
        own = i * twice;
        table[i] = own + (double)(far >> 38) * not_whole + changed + asked;
    }
    switch (argc) {
        int lost = 11;
    case 0:
        lost = 1;
        total += lost;
    default:
        total += ({ last += 2; last; });
    }
#pragma hydra parallel for reduction(+ : sum, total)
    for (int i = n - 1; i >= 0; i -= twice / 4) {
        sum += table[i] * last;
        total += shadow(i) % 7;
    }
    for (int i = 0; i < rows; i++)
        sum += out[i];
    printf("%g %ld %d %d\n", sum, total, next() + next(), own);
    return 0;
}
