// distributed: 17
// offloaded: 17
// A body that names a type of a system header, with a value that the last iteration leaves.
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
    (void)argc; (void)argv;
    const int n0 = atoi("12");
    int x1 = 0;
    int x2 = 0;
    int x3 = -1;
#pragma hydra parallel for reduction(||:x2)
    for (x1 = 1; n0 > x1; x1 = x1 + 3) {
        size_t at1 = x1;
        if (1 > 0)
        x3 = 1;
    }
    printf("%d %d %d\n", x1, x2, x3);
    return 0;
}
