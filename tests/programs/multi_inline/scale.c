#include "c.h"

void scale(double by)
{
#pragma hydra parallel for
    for (int i = 0; i < SIZE - f.first; i++)
        f.d[place(&f, i)] *= by;
}
