#pragma once
static int fill(int *a, int n)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        a[i] = i * 5 % 13;
    return n;
}
