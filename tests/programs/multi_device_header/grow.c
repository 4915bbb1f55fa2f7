#include "grow.h"

double total(int n, const double *x)
{
    double sum = 0;
#pragma hydra parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

void grow_twice(int n, double *x)
{
    grow(n, x, 0.5);
    grow(n, x, 1.5);
}
