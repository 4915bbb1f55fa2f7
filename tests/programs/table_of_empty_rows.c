// distributed: 11
// offloaded: 11
// Rows of no elements behind a table of pointers.
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    int m = 4, n = argc - 1; /* 0, as in a program with an empty dimension */
    double **t = malloc(8 * sizeof *t);
    for (int i = 0; i < 8; i++) t[i] = calloc(20, 8);
#pragma hydra parallel for
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < n; k++) t[i][j * n + k] = i + j + k;
    printf("%g\n", t[3][0]);
    return 0;
}
