// distributed: 21 26 34
// offloaded: 21
// Each iteration begins with the struct, or the array, as it was before the loop, though ranks hold parts of it, and
// writes into its own copy.
#include <stdio.h>

typedef struct {
    double lo, hi;
} range;
typedef struct {
    range r[2];
    double table[30];
    int k;
} box;

int main(void)
{
    box t = {{{1, 2}, {3, 4}}, {0}, 5};
    double plain[30], out[30], other[30];
#pragma hydra parallel for
    for (int i = 0; i < 30; i++) {
        t.table[i] = i * i;
        plain[i] = 1 - i;
    }
#pragma hydra parallel for firstprivate(t)
    for (int i = 0; i < 30; i++) {
        t.r[0].lo = i;
        t.table[2] = 2 * i;
        out[i] = t.r[0].lo + t.r[1].hi * t.k + t.table[2];
        for (int j = 3; j < 30; j++)
            out[i] += t.table[j] / (1 + j);
    }
#pragma hydra parallel for firstprivate(plain)
    for (int i = 0; i < 30; i++) {
        plain[7] = i;
        other[i] = plain[7] * plain[(i + 17) % 30 == 7 ? 8 : (i + 17) % 30];
    }
    for (int i = 0; i < 30; i += 4)
        printf("%.9g %g\n", out[i], other[i]);
    return 0;
}
