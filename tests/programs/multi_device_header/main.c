// distributed: 16 grow.c:7
// offloaded: 16 grow.c:7 grow.h:8
// Kernels of one name in two files of a program: of a function in their header, and those that join sums.
#include <stdio.h>

#include "grow.h"

static double x[200];

int main(void)
{
    double sum = 0;
    grow(200, x, 2);
    grow_twice(150, x);
#pragma hydra parallel for reduction(+ : sum)
    for (int i = 0; i < 200; i++)
        sum += 2 * x[i];
    printf("%.10g %.10g\n", sum, total(200, x));
    return 0;
}
