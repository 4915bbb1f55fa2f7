#include "field.h"

long flooded(int rows)
{
    enum kind all[6][WIDTH];
    long sum = 0;
    for (int y = 0; y < rows; y++)
        row_of(all[y], WIDTH, y);
#pragma hydra parallel for
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < WIDTH; x++)
            if (all[y][x] == EMPTY)
                all[y][x] = x % 2 ? WATER : EMPTY;
    for (int y = 0; y < rows; y++)
        sum += wet(all[y]) * (y + 1);
    return sum;
}
