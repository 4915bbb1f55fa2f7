// distributed: 11 27
// offloaded: 11 27
#include <stdio.h>
/* scalars in structures steer the loops */
struct box { int lo, hi; };
struct run { struct box where; double factor; int stride; };
static double a[50];
static void apply(const struct run *r)
{
#pragma hydra parallel for
    for (int i = r->where.lo; i < r->where.hi; i++)
        a[i] = a[i] * r->factor + r->stride;
}
int main(void)
{
    struct run r = {{5, 40}, 0.5, 3};
    for (int i = 0; i < 50; i++) a[i] = i;
    apply(&r);
    r.where.lo = 20;
    r.factor = 2;
    apply(&r);
    struct run copy = r;
    copy.where = (struct box){0, 50};
    copy.stride--;
    apply(&copy);
#pragma hydra parallel for
    for (int i = 0; i < copy.where.hi; i++)
        a[i] -= r.stride;
    for (int i = 0; i < 50; i++) printf("%g ", a[i]);
    printf("\n");
    return 0;
}
