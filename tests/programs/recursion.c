// distributed: 14 17 30
// offloaded: 14 17 30
#include <stdio.h>
/* serial recursion down to pieces of an array; each level runs parallel loops over its piece */
#define N 64
static int v[N], tmp[N];

static void halve(int lo, int hi, int depth)
{
    int mid = lo + (hi - lo) / 2, i;
    if (hi - lo < 4)
        return;
#pragma hydra parallel for
    for (i = lo; i < hi; i++)
        tmp[i] = v[lo + hi - 1 - i] + depth;
#pragma hydra parallel for
    for (i = lo; i < hi; i++)
        v[i] = tmp[i];
    halve(lo, mid, depth + 1);
    if (depth % 2)
        halve(mid, hi, depth + 10);
}

static int total(int lo, int hi)
{
    if (hi - lo > 16)
        return total(lo, (lo + hi) / 2) + total((lo + hi) / 2, hi);
    int s = 0;
    #pragma hydra parallel for reduction(+:s)
    for (int i = lo; i < hi; i++) s += v[i];
    return s;
}

int main(void)
{
    for (int i = 0; i < N; i++) v[i] = i;
    halve(0, N, 0);
    for (int i = 0; i < N; i++) printf("%d ", v[i]);
    printf("\n%d\n", total(0, N));
    return 0;
}
