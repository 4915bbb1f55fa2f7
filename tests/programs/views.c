// distributed: 14 17 21 24
// offloaded: 14 17 21 24
#include <stdio.h>
#include <stdlib.h>
/* one allocation seen as a line, as a square, and as a narrower table */
int main(void)
{
    int n = 12, total = n * n;
    int *line = malloc(total * sizeof(int));
    int (*square)[n] = (int (*)[n])line;
    int (*table)[8] = (int (*)[8])line;

#pragma hydra parallel for
    for (int k = 0; k < total; k++)
        line[k] = k;
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j += 2)
            square[i][j] += 1000;
#pragma hydra parallel for
    for (int r = 0; r < total / 8; r++)
        table[r][r % 8] = -r;
#pragma hydra parallel for
    for (int k = 1; k < total; k += 7)
        line[k] = line[k] * 2 + k / n;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            printf("%d ", square[i][j]);
        printf("\n");
    }
    free(line);
    return 0;
}
