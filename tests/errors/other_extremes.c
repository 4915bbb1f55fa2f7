// Calls that look like the C library's minima and maxima and are none, and truth values that wrap around.
#include <stdio.h>
static double a[64];
static unsigned e[64];
float fmaxf(float x, float y);
double fmin(double x, double y);
static double fmax(double x, double y) { return x * x > y * y ? x : y; }
int main(void)
{
    double m = 0, r = 0.1;
    _Bool t = 0;
    long double q = 1;
#pragma hydra parallel for reduction(max : m)
    for (int i = 0; i < 64; i++)
        m = fmax(m, a[i]); // error: the reduction variable 'm' may only be accumulated
#pragma hydra parallel for reduction(max : r)
    for (int i = 0; i < 64; i++)
        r = fmaxf(r, a[i]); // error: the reduction variable 'r' may only be accumulated
#pragma hydra parallel for reduction(min : q)
    for (int i = 0; i < 64; i++)
        q = fmin(q, a[i]); // error: the reduction variable 'q' may only be accumulated
#pragma hydra parallel for reduction(+ : t)
    for (int i = 0; i < 64; i++)
        t += e[i]; // error: the reduction variable 't' may only be accumulated
    printf("%g %g %Lg %d\n", m, r, q, t);
    return 0;
}
