// Iterations that meet from a size on: a warning, since the program may never have it.
#include <stdlib.h>

void f(int n, int k, int m, double *a, double *b, double (*c)[100])
{
#pragma hydra parallel for
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m; j++)
            c[i][j] = c[i - 1][j - 1]; // warning: loop is not parallel from m = 3 on: iteration i=2 reads c[1][1] then, which iteration i=1 writes
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) // rows have their place, however long they are
            a[8 * i + j] = j;
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
    f(10, 10, 10, a, b, calloc(10, sizeof(double[100])));
    f(20, 20, 20, a, b, calloc(20, sizeof(double[100])));
#pragma hydra parallel for
    for (int i = 0; i < few; i++) // they never meet
        a[i + 64] = a[i] + 1;
    return a[3] > 0;
}
