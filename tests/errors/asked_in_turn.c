// `ok = ok && check(i)`: C does not ask any more once one check has failed, so a check may only give a value.
#include <stdio.h>
static int a[100], seen[100];
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
    int ok = 1, any = 0, all = 1, one = 0;
#pragma hydra parallel for reduction(&& : ok)
    for (int i = 0; i < 100; i++)
        ok = ok && note(i); // error: this is evaluated only while 'ok' is true
#pragma hydra parallel for reduction(|| : any)
    for (int i = 0; i < 100; i++)
        any = any || (seen[i] += 1) > 5; // error: this is evaluated only while 'any' is false
#pragma hydra parallel for reduction(&& : all)
    for (int i = 0; i < 100; i++)
        all = all && plain(i) && report(i); // error: this is evaluated only while 'all' is true
#pragma hydra parallel for reduction(|| : one)
    for (int i = 0; i < 100; i++)
        one = note(i) || one;
    int least = 1000, most = 0, low[4] = {9, 9, 9, 9};
#pragma hydra parallel for reduction(min : least)
    for (int i = 0; i < 100; i++)
        if (a[i] < least && note(i)) // error: this is evaluated only where a value replaces that of 'least'
            least = a[i];
#pragma hydra parallel for reduction(max : most)
    for (int i = 0; i < 100; i++)
        most = most > note(i) ? most : note(i); // error: this is evaluated only where a value replaces that of 'most'
#pragma hydra parallel for reduction(min : low)
    for (int i = 0; i < 100; i++)
        if (i > 3 && a[i] < low[i % 4] && plain(i) && (seen[i] += 2)) // error: where a value replaces that of 'low'
            low[i % 4] = a[i];
    return ok + any + all + one + least + most + low[0];
}
