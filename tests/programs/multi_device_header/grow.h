/* A function with a parallel loop that each file has for itself, and a sum that both files form. */
#ifndef GROW_H
#define GROW_H

static inline void grow(int n, double *x, double by)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        x[i] = x[i] * by + i;
}

double total(int n, const double *x);
void grow_twice(int n, double *x);

#endif
