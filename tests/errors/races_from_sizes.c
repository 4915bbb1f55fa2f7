// Iterations that meet from a size on: a warning, since the program may never have it.
#include <stdlib.h>

void f(int n, int k, double *a, double *b)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        a[i + 64] = a[i] + 1; // warning: loop is not parallel from n = 65 on: iteration i=64 reads a[64] then, which iteration i=0 writes
#pragma hydra parallel for
    for (int i = 10; i < n - 1; i++)
        a[3 * i] = a[2 * i + 100]; // warning: loop is not parallel from n = 105 on: iteration i=103 reads a[306] then, which iteration i=102 writes
#pragma hydra parallel for
    for (int i = 0; i < n; i++) // what only two values tell together is left to the run
        a[i + k] = a[i] + 1;
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        a[i] = a[n + i] + b[i];
}

int main(void)
{
    double *a = calloc(1000, sizeof *a), *b = calloc(1000, sizeof *b);
    int few = 32;
    f(10, 10, a, b);
    f(20, 20, a, b);
#pragma hydra parallel for
    for (int i = 0; i < few; i++) // they never meet
        a[i + 64] = a[i] + 1;
    return a[3] > 0;
}
