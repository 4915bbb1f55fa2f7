// distributed: 9 28
// offloaded: 9 28
#include <stdio.h>
static int a[8];
static void fill(int lo, int hi, int value)
{
    int i;
#pragma hydra parallel for
    for (i = lo; i < hi; i++)
        a[i] = value;
    printf("fill %d..%d left i at %d\n", lo, hi, i);
}
int main(void)
{
    int n = 0, s = 42, m = -3, i;
    fill(0, 0, 1);
    fill(5, 2, 1);
    fill(-4, -4, 1);
    fill(3, 4, 9);
    fill(0, 2, 4);
#pragma hydra parallel for reduction(+:s) reduction(max:m)
    for (i = 0; i < n; i++) {
        s += a[i];
        if (a[i] > m) m = a[i];
    }
    printf("%d %d %d\n", s, m, i);
#pragma hydra parallel for reduction(+:s)
    for (i = 7; i >= 7; i--)
        s += i;
    printf("%d %d\n", s, i);
    for (i = 0; i < 8; i++) printf("%d ", a[i]);
    printf("\n");
    return 0;
}
