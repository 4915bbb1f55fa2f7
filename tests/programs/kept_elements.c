// distributed: 24 34 46
// offloaded: 24 34 46
// Elements that keep their value where a condition does not hold: GPUs store there only what is new.
#include <stdio.h>
#include <stdlib.h>

enum { N = 300, M = 40 };

typedef struct {
    float low;
    int count;
    double kept[2];
} Cell;

static int calls(int i) { return i % 3; }

int main(void)
{
    double *a = malloc(N * sizeof *a), (*grid)[M] = malloc(sizeof(double[N][M]));
    int *n = malloc(N * sizeof *n);
    unsigned char *flag = malloc(N);
    Cell *cell = malloc(N * sizeof *cell);
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        a[i] = i % 17 - 8;
        n[i] = i % 23;
        flag[i] = i % 2;
        cell[i] = (Cell){.low = i % 5, .count = i % 7, .kept = {i, -i}};
        for (int j = 0; j < M; j++)
            grid[i][j] = (i * 31 + j * 17) % 101;
    }
    for (int t = 0; t < 4; t++) {
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            a[i] = n[i] > t * 5 ? a[i] : n[i] * 0.5; // kept in the first arm
            if (i % 4 == 1)
                n[i] = a[i] < 0 ? n[i] + 1 : n[i];
            else
                n[i] = calls(i) == t ? (n[i] ^ 5, n[i] + 2) : n[i];
            flag[i] = n[i] & 1 ? 7 : flag[i]; // converted: stored as it is
            cell[i].low = cell[i].low > t ? t : cell[i].low;
            cell[i].kept[t % 2] = cell[i].count > t ? cell[i].kept[t % 2] : a[i] - t;
            *(a + i) = *(a + i) > 3 ? *(a + i) - 1 : *(a + i);
        }
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                grid[i][j] = grid[i][j] < 50 + t ? grid[i][j] : n[i] == 7 ? -1.0 : a[i] + j;
    }
    double sum = 0;
    long counts = 0;
    for (int i = 0; i < N; i++) {
        sum += a[i] * (i + 1) + cell[i].low + cell[i].kept[0] * 2 + cell[i].kept[1];
        counts += n[i] * (i % 13) + flag[i];
        for (int j = 0; j < M; j++)
            sum += grid[i][j] * (j % 5 + 1);
    }
    printf("%.17g %ld\n", sum, counts);
    return 0;
}
