// args: 13 22
// distributed: 12 16 20
// offloaded: 12 16 20
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int r = argc > 2 ? atoi(argv[1]) : 3, c = argc > 2 ? atoi(argv[2]) : 4;
    int a[r][c], b[c][r];
    int *lin = malloc(r * c * sizeof(int));
#pragma hydra parallel for
    for (int i = 0; i < r; i++)
        for (int j = 0; j < c; j++)
            a[i][j] = 100 * i + j;
#pragma hydra parallel for
    for (int i = 0; i < r; i++)
        for (int j = 0; j < c; j++)
            b[j][i] = a[i][j];
#pragma hydra parallel for
    for (int i = 0; i < c; i++)
        for (int j = 0; j < r; j++)
            lin[j * c + i] = b[i][j] + 1;
    for (int i = 0; i < c; i++) {
        for (int j = 0; j < r; j++)
            printf("%d/%d ", b[i][j], lin[j * c + i]);
        printf("\n");
    }
    free(lin);
    return 0;
}
