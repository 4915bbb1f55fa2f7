// deals: block, cyclic
// distributed: 56
// offloaded: 56
/* Cheapest path through a grid from bottom to top, after Rodinia's "pathfinder": row after row by dynamic programming,
   each cell from the least of three neighbours, on a wall held as a table of rows. */
#include <stdio.h>
#include <stdlib.h>

#define M_SEED 9
#define IN_RANGE(x, min, max) ((x) >= (min) && (x) <= (max))
#define MIN(a, b) ((a) <= (b) ? (a) : (b))

int rows, cols;
int *data;
int **wall;
int *result;

void init(int argc, char **argv)
{
    if (argc == 3) {
        cols = atoi(argv[1]);
        rows = atoi(argv[2]);
    } else {
        cols = 150;
        rows = 25;
    }
    data = malloc(sizeof(int) * rows * cols);
    wall = malloc(sizeof(int *) * rows);
    for (int n = 0; n < rows; n++)
        wall[n] = data + cols * n;
    result = malloc(sizeof(int) * cols);

    unsigned seed = M_SEED;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            seed = seed * 1664525u + 1013904223u;
            wall[i][j] = (seed >> 20) % 10;
        }
    for (int j = 0; j < cols; j++)
        result[j] = wall[0][j];
}

int main(int argc, char **argv)
{
    init(argc, argv);
    int *src, *dst, *temp;
    int min;

    dst = result;
    src = malloc(sizeof(int) * cols);
    for (int t = 0; t < rows - 1; t++) {
        temp = src;
        src = dst;
        dst = temp;
        #pragma hydra parallel for private(min)
        for (int n = 0; n < cols; n++) {
            min = src[n];
            if (n > 0)
                min = MIN(min, src[n - 1]);
            if (n < cols - 1)
                min = MIN(min, src[n + 1]);
            dst[n] = wall[t + 1][n] + min;
        }
    }
    for (int i = 0; i < cols; i++)
        printf("%d ", data[i]);
    printf("\n");
    for (int i = 0; i < cols; i++)
        printf("%d ", dst[i]);
    printf("\n");
    free(data);
    free(wall);
    free(dst);
    free(src);
    return 0;
}
