// distributed: 21 26
// offloaded: 21 26
/* The 0/1 knapsack by dynamic programming over the capacities, one row for each item; the chosen items are found by
   walking the table back. */
#include <stdio.h>
#include <stdlib.h>

#define max(a, b) ((a) > (b) ? (a) : (b))

int main(int argc, char **argv)
{
    int items = 18, capacity = argc > 1 ? atoi(argv[1]) : 140;
    int weight[18], value[18];
    int (*best)[capacity + 1] = malloc((items + 1) * sizeof *best);

    for (int i = 0; i < items; i++) {
        weight[i] = 5 + (i * 17) % 23;
        value[i] = 10 + (i * 29) % 41;
    }
    #pragma hydra parallel for
    for (int c = 0; c <= capacity; c++)
        best[0][c] = 0;
    for (int i = 1; i <= items; i++) {
        int w = weight[i - 1], v = value[i - 1];
        #pragma hydra parallel for
        for (int c = 0; c <= capacity; c++)
            best[i][c] = c >= w ? max(best[i - 1][c], best[i - 1][c - w] + v) : best[i - 1][c];
    }
    printf("value %d; items", best[items][capacity]);
    for (int i = items, c = capacity; i > 0; i--)
        if (best[i][c] != best[i - 1][c]) {
            printf(" %d", i - 1);
            c -= weight[i - 1];
        }
    printf("\n");
    for (int c = 0; c <= capacity; c++)
        printf("%d ", best[items][c]);
    printf("\n");
    free(best);
    return 0;
}
