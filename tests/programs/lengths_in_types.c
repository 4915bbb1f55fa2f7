// distributed: 21 24 39 49 52 57 64 67 70 73
// offloaded: 21 24 39 49 52 57 64 70 73
// Types whose lengths are elements of arrays: in sizes, casts, pointers and parameters, in loops and beside.
#include <stdio.h>
#include <stdlib.h>

#define N 40

static int width[N], total[N], cells[400];
static double field[400];
typedef double pair[2];

static double second(int i, double (*rows)[width[3]])
{
    return rows[i % 3][1];
}

int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        width[i] = i % 7 + 2;
#pragma hydra parallel for
    for (int i = 0; i < 400; i++) {
        field[i] = 0.5 * i;
        cells[i] = i;
    }

    /* serial code */
    printf("%zu %zu\n", sizeof(int[width[37]]), sizeof(char[3][width[38]][2]));
    double (*grid)[width[39]] = (double (*)[width[39]])field;
    printf("%g %zu\n", grid[4][2], sizeof *grid);
    const int long_line = width[36];
    typedef int line[long_line];
    line scratch;
    printf("%zu %td\n", sizeof scratch, (char *)((line *)cells + 2) - (char *)cells);
    double *store = malloc(sizeof(double[width[30]][width[31]]) + sizeof(pair));
#pragma hydra parallel for
    for (int i = 0; i < width[30] * width[31]; i++)
        store[i] = i;
    printf("%g %zu\n", store[width[30] * width[31] - 1], sizeof(*(int (*)[width[35]])cells));
    int *(*deep)[width[33]] = NULL;
    printf("%zu\n", sizeof *deep);
    int flat[2][width[34]];
    printf("%zu\n", sizeof flat / sizeof flat[0][0]);

    /* loops */
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        total[i] = sizeof(int[width[N - 1 - i]]);
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        double (*rows)[width[N - 1 - i]] = (double (*)[width[N - 1 - i]])field;
        total[i] += (int)rows[i][1];
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        const int n = width[N - 1 - i];
        typedef int part[n];
        part *p = (part *)cells;
        total[i] += p[1][0] + (int)sizeof(part);
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        total[i] += ((int (*)[width[N - 1 - i]])cells)[2][1];
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        total[i] += (char *)((double (*)[width[N - 1 - i]])0 + 1) - (char *)0;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        total[i] += second(i, (void *)field) + (i % 2 ? sizeof(short[2][width[i]]) : 0);
#pragma hydra parallel for
    for (int i = 0; i < 30; i++)
        grid[i][0] = -grid[29 - i][1];

    for (int i = 0; i < N; i++)
        printf("%d ", total[i]);
    double sum = 0;
    for (int i = 0; i < 400; i++)
        sum += field[i] * (i % 5);
    printf("\n%g\n", sum);
    free(store);
    return 0;
}
