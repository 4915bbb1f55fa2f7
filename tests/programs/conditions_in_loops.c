// distributed: 15 33 48
/* #if groups that begin or end in the middle of a parallel loop: the branches that are taken are the loop. */
#include <stdio.h>
static double arr[64], b[64];
#define FAST 1
int main(void)
{
    double s = 0;
    int n = 64;
#pragma hydra parallel for
#if FAST > 5 // see /* below
    for (int i = 0; i < 3; i++) {
#elif FAST /* twice
            as much */
    for (int i = 0; i < n; i++) {
#else
    for (int i = 0; i < n / 2; i++) {
#endif
        arr[i] = i;
#ifdef NOT
        arr[i] += 1;
#elif FAST
        arr[i] += 2; // "#else"
#else
        arr[i] += 3;
#endif
    }
#ifdef OTHER
#pragma hydra parallel for
    for (int i = 0; i < n; i++) b[i] = 1;
#else
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        if (i % 2)
            b[i] = 2;
        else
#if FAST > 1
            b[i] = 3;
#else
# if FAST
            b[i] = arr[i];
# else
            b[i] = 5;
# endif
#endif
#endif
#pragma hydra parallel for reduction(+:s)
    for (int i = 0; i < n; i++)
#ifdef WEIGHTED
        s += arr[i] * b[i] * 2;
#else
        s += arr[i] * b[i];
#endif
    printf("%g %d\n", s, __LINE__);
    return 0;
}
