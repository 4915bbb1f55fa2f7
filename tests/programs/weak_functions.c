// distributed: 11 16
/* Weak functions are called in loops: their copies there are nobody else's. */
#include <stdio.h>
__attribute__((weak)) void put(long *p, int x) { *p += x; }
__attribute__((__weak__, noinline)) int twice(const int *a, int i) { return 2 * a[i]; }
int a[100], b[100];
int main(void)
{
    long s = 0;
#pragma hydra parallel for reduction(+:s)
    for (int i = 0; i < 100; i++) {
        a[i] = i;
        put(&s, i);
    }
#pragma hydra parallel for
    for (int i = 0; i < 100; i++)
        b[i] = twice(a, i);
    printf("%ld %d\n", s, b[99]);
    return 0;
}
