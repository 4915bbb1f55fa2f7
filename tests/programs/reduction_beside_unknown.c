// distributed: 14
// offloaded: 14
// A histogram with a computed extent beside a table of rows, which cannot be followed: every rank runs the loop.
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int n = 8, m = 12;
    long *count = calloc(m, sizeof *count);
    int *row[3];
    for (int i = 0; i < 3; i++)
        row[i] = malloc(n * sizeof(int));
#pragma hydra parallel for reduction(+:count[0:m - 1])
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < n; j++) {
            row[i][j] = i * j;
            count[i + j]++;
        }
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < n; j++)
            printf("%d ", row[i][j]);
    for (int i = 0; i < m; i++)
        printf("%ld ", count[i]);
    printf("\n");
    return 0;
}
