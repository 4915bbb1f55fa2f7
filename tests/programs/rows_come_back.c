// distributed: 31
// offloaded: 31
// Rows of a table are given back, left alone for a while, and then taken anew, at the addresses that they had before.
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 8, N = 50 };

static double *new_row(double first) {
    double *row = malloc(N * sizeof *row);
    const int room = (int)(malloc_usable_size(row) / sizeof *row);
    for (int j = 0; j < N && j < room; j++)
        row[j] = first + j;
    return row;
}

int main(void) {
    double *rows[ROWS];
    int used[ROWS], i, j, k;
    for (i = 0; i < ROWS; i++) {
        rows[i] = new_row(i);
        used[i] = 1;
    }
    for (i = 3; i < ROWS; i += 4) {
        free(rows[i]);
        used[i] = 0;
    }
    for (k = 0; k < 6; k++) {
#pragma hydra parallel for private(j)
        for (i = 0; i < ROWS; i++)
            if (used[i])
                for (j = 0; j < N; j++)
                    rows[i][j] += i * j + k;
        if (k == 2) {
            double *last = new_row(-3), *third = new_row(100);
            rows[3] = third;
            rows[7] = last;
            used[3] = used[7] = 1;
        }
        if (k == 4) {
            free(rows[0]);
            rows[0] = new_row(0.5);
        }
    }
    for (i = 0; i < ROWS; i++) {
        double sum = 0;
        for (j = 0; j < N; j++)
            sum += rows[i][j] * (j + 1);
        printf("%d %g\n", i, sum);
        free(rows[i]);
    }
    return 0;
}
