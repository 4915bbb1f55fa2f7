// distributed: 15 18 table.c:8
// replicated: 24
// offloaded: 15 18 table.c:8
// A gather and a scatter whose subscripts are looked up in another file of the program.
#include <stdio.h>
#include "table.h"

int values[SIZE], picked[SIZE];

int main(void)
{
    int i;
    fill();
#pragma hydra parallel for
    for (i = 0; i < SIZE; i++)
        values[i] = i * 7;
#pragma hydra parallel for
    for (i = 0; i < SIZE; i++)
        picked[i] = pick(values, i);
    for (i = 0; i < SIZE; i++)
        printf("%d ", picked[i]);
    puts("");
#pragma hydra parallel for
    for (i = 0; i < SIZE; i++)
        drop(values, i, -i);
    for (i = 0; i < SIZE; i++)
        printf("%d ", values[i]);
    puts("");
    return 0;
}
