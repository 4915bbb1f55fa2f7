// distributed: 16 22 30 37
// Loops whose functions, in another file, touch arrays that only that file has names for: pointers that change, arrays
// of arrays, members of structs, constant tables, and an array of a third file. A local and a static variable have
// names that mean others there.
#include "grid.h"
#include <stdio.h>
#include <stdlib.h>

static int width = 7;

int main(int argc, char **argv)
{
    int rows = argc > 1 ? atoi(argv[1]) : 60, columns = 40, marked = 0;
    grid_make(rows, columns);
#pragma hydra parallel for
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            put(i, j, i * 3 + j % width);
    swap_grids();
    for (int t = 0; t < 5; t++) {
#pragma hydra parallel for
        for (int i = 1; i < rows - 1; i++)
            for (int j = 1; j < columns - 1; j++)
                put(i, j, weight(0) * at(i - 1, j) + weight(1) * at(i, j) + weight(2) * at(i + 1, j));
        swap_grids();
        if (t == 2)
            printf("%g\n", at(5, 5));
        shift_bias(t);
#pragma hydra parallel for
        for (int i = 0; i < rows; i++) {
            set_level(i, at(i, 3) + bias(i % 9) + width);
            for (int j = 0; j < columns; j++)
                mark(i, j);
        }
        double sum = 0;
#pragma hydra parallel for reduction(+ : sum)
        for (int i = 1; i < rows; i++)
            sum += level(i - 1) * marks(i);
        marked += marks(t);
        shared[t] = t;
        printf("%.10g %d %g\n", sum, marked, level(t));
    }
    printf("%.10g %g\n", total(), at(rows / 2, 3));
    grid_free();
    return 0;
}
