// args: 40000
/* Local arrays whose scopes begin while every rank runs everything, and are shared out later, or left before. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf back;
static double total;

static double spread(double *a, int n)
{
    double s = 0;
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 20; k++)
            a[i] += (i * k) % 7 * 0.5;
    for (int i = 0; i < n; i += 97)
        s += a[i];
    return s;
}

static double inner(int n, int depth)
{
    double own[n / (depth + 1) + 1];
    for (int i = 0; i < n / (depth + 1) + 1; i++)
        own[i] = depth;
    double s = depth < 3 ? inner(n, depth + 1) : 0;
    if (depth % 2 == 0)
        s += spread(own, n / (depth + 1));
    return s;
}

static void leaps(int n, int depth)
{
    double own[100];
    for (int i = 0; i < 100; i++)
        own[i] = i;
    total += own[n % 100];
    if (depth == 0)
        longjmp(back, 1);
    leaps(n, depth - 1);
    total += spread(own, 100);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 40000;
    double first[50];
    for (int i = 0; i < 50; i++)
        first[i] = i;
    for (int t = 0; t < 4; t++) {
        double *block = malloc(n * sizeof *block), mine[60];
        for (int i = 0; i < n; i++)
            block[i] = t;
        for (int i = 0; i < 60; i++)
            mine[i] = first[i % 50] + t;
        total += inner(n, 0) + spread(mine, 60);
        if (setjmp(back) == 0)
            leaps(n, 5);
        total += spread(block, n) + spread(first, 50);
        free(block);
    }
    printf("%.6f %.3f\n", total, first[7]);
    return 0;
}
