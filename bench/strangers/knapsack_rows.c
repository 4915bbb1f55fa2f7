// bench: 500 400000
// quick: 20 500
/* 0/1 knapsack by rows: each item makes a new row of best values from the last one; choices are kept as bytes to
   find which items were taken. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int items = argc > 1 ? atoi(argv[1]) : 100, room = argc > 2 ? atoi(argv[2]) : 20000;
    int *weight = malloc(items * sizeof *weight), *value = malloc(items * sizeof *value);
    long *best = calloc(room + 1, sizeof *best), *with = calloc(room + 1, sizeof *with);
    unsigned char **taken = malloc(items * sizeof *taken);
    for (int k = 0; k < items; k++) {
        weight[k] = room / items + k * 7919 % (room / 10 + 1) + 1;
        value[k] = weight[k] / 3 + k * 104729 % 997;
        taken[k] = malloc(room + 1);
    }
    for (int k = 0; k < items; k++) {
        int w = weight[k], v = value[k];
        unsigned char *took = taken[k];
        #pragma hydra parallel for
        for (int c = 0; c <= room; c++) {
            long without = best[c], take = c >= w ? best[c - w] + v : -1;
            with[c] = take > without ? take : without;
            took[c] = take > without;
        }
        long *last = best;
        best = with;
        with = last;
    }
    int left = room, many = 0;
    for (int k = items - 1; k >= 0; k--)
        if (taken[k][left]) {
            many++;
            left -= weight[k];
        }
    printf("value %ld with %d items, %d left\n", best[room], many, left);
    return 0;
}
