#include "c.h"

double work(void)
{
    double s = 0;
#pragma hydra parallel for reduction(+ : s)
    for (int i = 0; i < 20; i++)
        s += f.d[place(&f, i)];
    return s + at(&f, 1);
}
