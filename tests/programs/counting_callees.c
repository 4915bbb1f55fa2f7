// replicated: 38 42
// Functions that a parallel loop calls keep counters of their own: the loop keeps its order.
#include <stdio.h>

#define N 300

static double a[N];
static int calls, clipped;

static double clip(double x)
{
    calls++;
    if (x > 100) {
        clipped = calls;
        return 100;
    }
    return x;
}

static double smooth(double x)
{
    static double previous = 1;
    double y = 0.5 * (x + previous);
    previous = x;
    return y;
}

static int number(void)
{
    static int n;
    return ++n;
}

int main(void)
{
    int i;
#pragma hydra parallel for
    for (i = 0; i < N; i++)
        a[i] = clip(i * 0.75);
    printf("%d %d %g\n", calls, clipped, a[N - 1]);
#pragma hydra parallel for
    for (i = 0; i < N; i++)
        a[i] = smooth(a[i]) + number();
    double sum = 0;
    for (i = 0; i < N; i++)
        sum += a[i] * (i % 7);
    printf("%.4f %d\n", sum, number());
    return 0;
}
