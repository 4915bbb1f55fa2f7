// Addresses of shared variables that go to functions through pointers.
#include <stdlib.h>
struct cfg {
    double a;
    int calls;
};
typedef double (*fn)(double, void *);
static double reads(double x, void *p)
{
    struct cfg *c = p;
    return x * c->a;
}
static double counts(double x, void *p)
{
    struct cfg *c = p;
    c->calls++;
    return x * c->a;
}
static void (*foreign)(double *, struct cfg *);
void set(void *f) { foreign = (void (*)(double *, struct cfg *))f; }
void each(double *x, int n, int which)
{
    struct cfg c = {2, 0}, d = {3, 0};
    fn f = reads, g = which ? reads : counts;
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        x[i] = f(x[i], &c);
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        x[i] = g(x[i], &d); // error: a function that is called through a pointer may write it
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        foreign(x, &c); // error: 'c' is shared by all iterations, and a function that is called through a pointer
}
