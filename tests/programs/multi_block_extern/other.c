#include <stdio.h>

double other[30];

void show(void)
{
    for (int i = 0; i < 30; i += 7)
        printf("%g ", other[i]);
    puts("");
}
