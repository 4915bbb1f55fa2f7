// distributed: 39 43
/* C as old and odd programs have it: definitions in the old style whose parameters are arrays of others' lengths,
 * thread-local counters that no loop uses, and assembly without an instruction. */
#include <stdio.h>

#define N 200

static _Thread_local int calls;
__thread long more = 3;
static double a[N], b[N];

static double sum(x, n)
    int n;
    double x[n];
{
    double s = 0;
    int i;
    for (i = 0; i < n; i++)
        s += x[i];
    calls++;
    return s;
}

static double at(n, x, i)
    int i, n;
    double x[n][n];
{
    more += i;
    return x[i][i];
}

#define KEEP(x) __asm__ volatile("" : "+m"(x) : : "memory")

int main(void)
{
    static double square[7][7];
    square[3][3] = 5;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        a[i] = i * 0.5;
    __asm__ __volatile__("" ::: "memory");
#pragma hydra parallel for
    for (int i = 1; i < N - 1; i++) {
        b[i] = (a[i - 1] + a[i + 1]) / 2;
        __asm__ volatile("" : : "r"(i) : "memory");
    }
    KEEP(b[3]);
    printf("%g %g %d %ld\n", sum(b, N), at(7, square, 3), calls, more);
    return 0;
}
