// Reductions whose variable does not hold what is compared or xored with it, and conditions that do more than they say.
#include <stdio.h>
static int a[100], seen[100];
static int noted;
static int note(int i)
{
    seen[i] = 1;
    return a[i] > 3;
}
static int report(int i)
{
    if (a[i] < 0)
        printf("%d is bad\n", i);
    return a[i] >= 0;
}
static int plain(int i)
{
    int own[2] = {i, i};
    own[1]++;
    return a[own[1] % 100] > 3;
}
int f(void)
{
    unsigned char small = 255;
    _Bool odd = 0;
    short width = 0;
#pragma hydra parallel for reduction(min : small)
    for (int i = 0; i < 100; i++)
        if (a[i] < small) // error: 'small' does not hold all values
            small = a[i];
#pragma hydra parallel for reduction(max : width)
    for (int i = 0; i < 100; i++)
        width = a[i] > width ? a[i] : width; // error: 'width' does not hold all values
#pragma hydra parallel for reduction(^ : odd)
    for (int i = 0; i < 100; i++)
        odd ^= a[i]; // error: 'odd' does not hold all values
    return small + odd + width + noted;
}
int g(void)
{
    int ok = 1, any = 0;
#pragma hydra parallel for reduction(&& : ok)
    for (int i = 0; i < 100; i++)
        ok = ok && plain(i);
    return ok + any + note(3) + report(3);
}
