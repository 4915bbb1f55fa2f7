// distributed: 9 17
// offloaded: 9 17
#include <stdio.h>
int t[33];
static int is_sorted(int lo, int hi)
{
    int ok = 1;
#pragma hydra parallel for reduction(&&:ok)
    for (int i = lo; i < hi; i++)
        ok = ok && t[i] <= t[i + 1];
    return ok;
}
static int contains(int what)
{
    int found = 0;
#pragma hydra parallel for reduction(||:found)
    for (int i = 0; i < 33; i++)
        found = (t[i] == what) || found;
    return found;
}
int main(void)
{
    for (int i = 0; i < 33; i++) t[i] = i * 3 / 2;
    printf("%d %d %d\n", is_sorted(0, 32), contains(9), contains(8));
    t[32] = 0;
    printf("%d %d %d\n", is_sorted(0, 32), is_sorted(0, 31), contains(48));
    t[0] = 5;
    printf("%d %d\n", is_sorted(0, 32), is_sorted(1, 31));
    return 0;
}
