// distributed: 12 20 33
// offloaded: 12 20 33
/* A buffer's parts go about as pairs of pointers, begin and end. */
#include <stdio.h>
#include <stdlib.h>

struct part { double *begin, *end; };

static void fill(double *begin, const double *end, double v)
{
#pragma hydra parallel for
    for (int k = 0; k < end - begin; k++)
        begin[k] = v + k;
}

static double total(struct part p)
{
    double sum = 0;
#pragma hydra parallel for reduction(+:sum)
    for (long k = 0; k < p.end - p.begin; k++)
        sum += p.begin[k];
    return sum;
}

int main(void)
{
    double *all = malloc(100 * sizeof *all), *mid = all + 37, *stop = all + 100;
    if (all == NULL)
        return 1;
    fill(all, mid, 1);
    fill(mid, stop, -2);
#pragma hydra parallel for
    for (int k = 0; k < stop - mid - 1; k += 2)
        mid[k + 1] = all[k / 2];
    struct part a = { all, mid }, b = { mid, stop };
    printf("%g %g %g\n", total(a), total(b), all[60]);
    free(all);
    return 0;
}
