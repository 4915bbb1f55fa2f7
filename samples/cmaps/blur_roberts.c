#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    const int n = argc > 1 ? atoi(argv[1]) : 80, m = argc > 2 ? atoi(argv[2]) : 60;
    unsigned char(*picture)[m] = malloc(n * sizeof *picture), (*soft)[m] = calloc(n, sizeof *soft);
    int(*edge)[m] = calloc(n, sizeof *edge);
    long sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            picture[i][j] = (i + j * j) % 256;
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++) {
            int all = 0;
            for (int k = 0; k < 9; k++)
                all += picture[i - 1 + k / 3][j - 1 + k % 3];
            soft[i][j] = all / 9;
        }
    for (int i = 0; i < n - 1; i++)
        for (int j = 0; j < m - 1; j++) {
            edge[i][j] = abs(soft[i][j] - soft[i + 1][j + 1]) + abs(soft[i][j + 1] - soft[i + 1][j]);
            sum += edge[i][j];
        }
    printf("%ld %d %d\n", sum, edge[n / 2][m / 2], edge[1][1]);
    free(picture);
    free(soft);
    free(edge);
    return 0;
}
