// distributed: 14
// offloaded: 14
// `||` and `&&` reductions that begin with a number other than 0 and 1: it stays where no iteration has a say.
#include <stdio.h>

static int a[64];

int main(int argc, char **argv)
{
    int ok = 5, any = 7, every = 3, one = 9, none = 4, n = argc - 1;
    (void)argv;
    a[9] = 2;
#pragma hydra parallel for reduction(&& : ok, every) reduction(|| : any, one)
    for (int i = 0; i < 64; i++) {
        if (a[i] > 3) {
            ok = ok && i;
            any = any || a[i] > 5;
        }
        every = every && i >= 0;
        if (a[i] > 1)
            one = one || a[i] > 7;
    }
#pragma hydra parallel for reduction(|| : none)
    for (int i = 0; i < n; i++)
        none = none || a[i];
    printf("%d %d %d %d %d\n", ok, any, every, one, none);
    return 0;
}
