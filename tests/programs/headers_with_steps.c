// distributed: 44 48
// replicated: 28 32 36 40 52
// offloaded: 28 32 36 40 44 48 52
// Steps that only the run tells, of either sign, and steps other than one towards an exact end.
#include <stdio.h>

static int seen[128];

static void show(const char *what, int last)
{
    printf("%s: %d;", what, last);
    for (int i = 0; i < 128; i++) {
        if (seen[i])
            printf(" %d", i);
        seen[i] = 0;
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    (void)argv;
    int j, down = -4 - (argc > 5), up = 5 + (argc > 5), lo = 3, zero = argc > 5;
    short narrow = -3;
    size_t k;
    long to = 100;
#pragma hydra parallel for
    for (j = 100; j >= lo; j += down)
        seen[j] = 1;
    show("down by adding", j);
#pragma hydra parallel for
    for (j = 100; j > lo; j = down + j)
        seen[j] = 1;
    show("down by a sum", j);
#pragma hydra parallel for
    for (j = lo; j <= 100; j -= narrow)
        seen[j] = 1;
    show("up by taking away", j);
#pragma hydra parallel for
    for (j = lo; j < 100; j += up)
        seen[j] = 1;
    show("up", j);
#pragma hydra parallel for
    for (k = 1; k != 100; k += 9)
        seen[k] = 1;
    show("to the end exactly", (int)k);
#pragma hydra parallel for
    for (j = 100; j != 4; j -= 8)
        seen[j] = 1;
    show("down to the end exactly", j);
#pragma hydra parallel for
    for (long i = 0; i != to; i = i + up)
        seen[i] = 1;
    show("to the end by a variable", 0);
#pragma hydra parallel for
    for (j = 9; j < 5; j += zero)
        seen[j] = 1;
    show("never", j);
    return 0;
}
