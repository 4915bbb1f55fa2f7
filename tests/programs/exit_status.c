// args: 9
// distributed: 11 14
// offloaded: 11 14
#include <stdio.h>
#include <stdlib.h>
static int v[50];
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0, bad = 0;
#pragma hydra parallel for
    for (int i = 0; i < 50; i++)
        v[i] = i % n;
#pragma hydra parallel for reduction(+:bad)
    for (int i = 0; i < 50; i++)
        if (v[i] == 4)
            bad++;
    printf("%d of them are bad", bad);     /* no newline at the end */
    if (bad)
        return 40 + bad;
    return 0;
}
