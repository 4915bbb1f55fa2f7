// distributed: b.c:7 scale.c:6
// offloaded: b.c:7 scale.c:6
// A header with inline functions that read memory, included by files with and without parallel loops.
#include "c.h"
#include <stdio.h>
#include <stdlib.h>

struct field f;
double work(void);
void scale(double by);

int main(void)
{
    f.first = 2;
    f.d = calloc(SIZE, sizeof(double));
    for (int i = 0; i < SIZE; i++)
        f.d[i] = i % 7;
    printf("%g %g\n", work(), at(&f, 3));
    scale(3);
    printf("%g %g %g\n", work(), at(&f, 3), at(&f, 30));
    free(f.d);
    return 0;
}
