// deals: block, cyclic
// distributed: 23
// offloaded: 23
/* All pairs' shortest paths, after the PolyBench kernel "floyd-warshall": the row of the pivot does not change in its
   own step, so it is left out. */
#include <stdio.h>
#include <stdlib.h>

#define N 48

static int path[N][N];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            path[i][j] = i * j % 7 + 1;
            if ((i + j) % 13 == 0 || (i + j) % 7 == 0 || (i + j) % 11 == 0)
                path[i][j] = 999;
        }
    for (int k = 0; k < N; k++) {
        #pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            if (i == k)
                continue;
            for (int j = 0; j < N; j++)
                path[i][j] = path[i][j] < path[i][k] + path[k][j] ? path[i][j] : path[i][k] + path[k][j];
        }
    }
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            printf("%d ", path[i][j]);
        printf("\n");
    }
    return 0;
}
