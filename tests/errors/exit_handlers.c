// What is to run at the end is registered by serial code: iterations run on several ranks.
#include <stdlib.h>

static double a[64];

static void say(void) { a[0] += 1; }

static int remember(int i)
{
    if (i == 3)
        atexit(say); // error: 'atexit' in a parallel loop: what runs at the end of the program has to be registered outside of it
    return i;
}

void f(void)
{
    #pragma hydra parallel for
    for (int i = 0; i < 64; i++)
        a[i] = remember(i);
}
