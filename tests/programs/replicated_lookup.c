// distributed: 20 25
// offloaded: 20 25
/* A loop with one store that cannot be described and others that go through tables: every rank runs all of it, and has
   to have all that any iteration looks up. */
#include <stdio.h>
#include <stdlib.h>

#define ROWS 6

int main(int argc, char **argv)
{
    int n = 13 + argc, rows = 10;
    int table[ROWS];
    double *w = malloc(ROWS * ROWS * 8 * sizeof *w);
    unsigned *a = calloc((size_t)(rows * n), sizeof *a);
    (void)argv;
    for (int i = 0; i < ROWS; i++)
        table[i] = (i * 5 + 1) % ROWS;
#pragma hydra parallel for
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < ROWS; j++)
            for (int k = 0; k < 8; k++)
                w[(i * ROWS + j) * 8 + k] = 23 + (i * 13 + j * 7 + k * 20) % 13;
#pragma hydra parallel for
    for (int x = 0; x < n; x++) {
        for (int r = 0; r < rows; r++) {
            for (int s = 0; s < 4; s++) {
                a[((r - 3 + rows) % rows) * n + (x + 3) % n] += table[(r + s) % ROWS];
                if (table[(s + 4) % ROWS] + s <= table[r / 2])
                    break;
                ++a[s * n + (x + 3) % n];
            }
            a[r * n + (x + 3) % n] += (unsigned)w[((x + 2 < ROWS ? x + 2 : ROWS - 1) * ROWS + r / 2) * 8 + x % 3];
        }
        a[table[ROWS - 1] * n + (x + 3) % n] += (unsigned)w[(x % 3 * ROWS + table[x % ROWS]) * 8 + x % 8];
    }
    unsigned sum = 0;
    for (int i = 0; i < rows * n; i++)
        sum = sum * 31 + a[i];
    printf("%u %u %u\n", sum, a[0], a[rows * n - 1]);
    return 0;
}
