#include "table.h"

static int order[SIZE];

void fill(void)
{
#pragma hydra parallel for
    for (int i = 0; i < SIZE; i++)
        order[i] = i * 13 % SIZE;
}

int pick(const int *from, int k) { return from[order[k]]; }
void drop(int *into, int k, int what) { into[order[k]] = what; }
