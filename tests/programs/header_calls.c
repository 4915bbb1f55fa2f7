// distributed: 23 27
// Bounds that are computed by functions; names that belong to the function around the loop.
#include <math.h>
#include <stdio.h>

#define N 60
static double a[N];
static const int limits[3] = {10, 35, 60};

static int limit(int level) { return level > 2 ? N : limits[level]; }
static int half(int n) {
    int h = 0;
    while (2 * h + 1 < n)
        h++;
    return h;
}
static long fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

int main(void) {
    int n = N;
    for (int level = 0; level < 3; level++) {
#pragma hydra parallel for
        for (int i = 0; i < limit(level); i++)
            a[i] += i + fib(i % 13);
    }
#pragma hydra parallel for
    for (int i = half(n); i < (int)sqrt(n * n); i++)
        a[i] *= __func__[0] == 'm' ? 2 : 3;
    for (int i = 0; i < N; i += 3)
        printf("%g ", a[i]);
    printf("\n");
    return 0;
}
