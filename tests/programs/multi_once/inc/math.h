#pragma once
// Named as a header of the C library, which is another one.
static void halve(int *a, int n)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        a[i] /= 2;
}
