// deals: block, cyclic
// args: 20 36 15
// distributed: 39 54
// offloaded: 39 54
/* Conway's Game of Life on a torus. The borders are copied by serial code into a rim around the world. */
#include <stdio.h>
#include <stdlib.h>

typedef unsigned char Cell;

static int H, W;

static void wrap(Cell world[H + 2][W + 2])
{
    for (int x = 1; x <= W; x++) {
        world[0][x] = world[H][x];
        world[H + 1][x] = world[1][x];
    }
    for (int y = 0; y <= H + 1; y++) {
        world[y][0] = world[y][W];
        world[y][W + 1] = world[y][1];
    }
}

int main(int argc, char **argv)
{
    H = atoi(argv[1]);
    W = atoi(argv[2]);
    int generations = atoi(argv[argc - 1]), alive = 0;
    Cell (*now)[W + 2] = calloc(H + 2, sizeof *now), (*then)[W + 2] = calloc(H + 2, sizeof *then);

    /* a glider, and an r-pentomino */
    now[1][2] = now[2][3] = now[3][1] = now[3][2] = now[3][3] = 1;
    now[10][20] = now[10][21] = now[11][19] = now[11][20] = now[12][20] = 1;

    for (int g = 0; g < generations; g++) {
        wrap(now);
#pragma hydra parallel for
        for (int y = 1; y <= H; y++) {
            for (int x = 1; x <= W; x++) {
                int n = 0;
                for (int dy = -1; dy <= 1; dy++)
                    for (int dx = -1; dx <= 1; dx++)
                        if (dy != 0 || dx != 0)
                            n += now[y + dy][x + dx];
                then[y][x] = n == 3 || (n == 2 && now[y][x]);
            }
        }
        Cell (*t)[W + 2] = now;
        now = then;
        then = t;
    }
#pragma hydra parallel for reduction(+:alive)
    for (int y = 1; y <= H; y++)
        for (int x = 1; x <= W; x++)
            alive += now[y][x];
    printf("%d alive\n", alive);
    for (int y = 1; y <= H; y++) {
        for (int x = 1; x <= W; x++)
            putchar(now[y][x] ? '*' : '.');
        putchar('\n');
    }
    free(now);
    free(then);
    return 0;
}
