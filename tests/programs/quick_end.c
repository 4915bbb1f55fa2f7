// args: 9
/* _Exit: no handlers and no flushing, in serial code that has just used a distributed array. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static long a[1000];

static void never(void) { printf("a handler ran\n"); }

int main(int argc, char **argv)
{
    atexit(never);
#pragma hydra parallel for
    for (int i = 0; i < 1000; i++)
        a[i] = i % atoi(argv[argc - 1]);
    printf("%ld\n", a[500] + a[999]);
    fflush(stdout);
    printf("lost in the buffer");
    _Exit((int)a[17] + 1);
}
