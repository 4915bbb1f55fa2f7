// deals: block, cyclic
/* Conway's game of life on a torus, bytes for cells, neighbours by modulo; the population is reduced each generation and
   the game ends early when it stands still. */
// args: 33 47 30
// distributed: 40
// offloaded: 40
#include <stdio.h>
#include <stdlib.h>

typedef unsigned char cell_t;

#define WRAP(x, n) (((x) + (n)) % (n))

static int alive_around(const cell_t *g, int r, int c, int rows, int cols)
{
    int n = 0;
    for (int dr = -1; dr <= 1; dr++)
        for (int dc = -1; dc <= 1; dc++)
            if (dr || dc)
                n += g[WRAP(r + dr, rows) * cols + WRAP(c + dc, cols)];
    return n;
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "rows, columns, generations\n");
        return 1;
    }
    int rows = atoi(argv[1]), cols = atoi(argv[2]), generations = atoi(argv[3]);
    cell_t *now = calloc(rows * cols, 1), *next = calloc(rows * cols, 1);
    unsigned lcg = 12345;
    for (int i = 0; i < rows * cols; i++) {
        lcg = lcg * 1103515245u + 12345u;
        now[i] = (lcg >> 16) % 4 == 0;
    }
    for (int g = 0; g < generations; g++) {
        int population = 0, changed = 0;
        #pragma hydra parallel for reduction(+ : population, changed)
        for (int r = 0; r < rows; r++)
            for (int c = 0; c < cols; c++) {
                int n = alive_around(now, r, c, rows, cols);
                cell_t was = now[r * cols + c];
                cell_t is = n == 3 || (n == 2 && was);
                next[r * cols + c] = is;
                population += is;
                changed += is != was;
            }
        cell_t *t = now;
        now = next;
        next = t;
        printf("generation %d: %d alive, %d changed\n", g, population, changed);
        if (!changed)
            break;
    }
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < cols; c++)
            putchar(now[r * cols + c] ? '#' : '.');
        putchar('\n');
    }
    free(now);
    free(next);
    return 0;
}
