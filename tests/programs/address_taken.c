// distributed: 12 27
// offloaded: 12 27
#include <stdio.h>
/* bounds and coefficients that are changed through pointers */
#define N 32
static int a[N];
static void widen(int *lo, int *hi) { --*lo; *hi += 2; }
static void run(int *from, int *to, const int *add)
{
    int lo = *from, hi = *to, d = *add;
#pragma hydra parallel for
    for (int i = lo; i < hi; i++)
        a[i] += d;
}
int main(void)
{
    int lo = 15, hi = 17, add = 1, total = 0, *where = &total;
    for (int k = 0; k < 7; k++) {
        run(&lo, &hi, &add);
        widen(&lo, &hi);
        add *= 2;
    }
    for (int i = 0; i < N; i++)
        *where += a[i] * i;
    printf("%d %d %d\n", lo, hi, total);
#pragma hydra parallel for
    for (int i = lo; i < hi; i++)
        a[i] -= add + total;
    for (int i = 0; i < N; i++)
        printf("%d ", a[i]);
    printf("\n");
    return 0;
}
