// distributed: 30 35
// offloaded: 30 35
// Macros with the names of members that they stand for, in loops and in serial code between them.
#include <stdio.h>
#include <stdlib.h>

static struct world { double *cur, *next; int width, height; } world;
#define cur world.cur
#define next world.next
#define width world.width
#define LARGER(a, b) ((a) > (b) ? (a) : (b))

static double get(int i, int j) { return cur[i * width + j]; }
static void set(int i, int j, double v) { next[i * width + j] = v; }

static void swap(void)
{
    double *kept = cur;
    cur = next;
    next = kept;
}

int main(void)
{
    width = 30;
    world.height = 40;
    cur = calloc((size_t)(width * world.height), sizeof *cur);
    next = calloc((size_t)(width * world.height), sizeof *next);
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < width; j++) set(i, j, i * j);
    swap();
    for (int step = 0; step < 3; step++) {
#pragma hydra parallel for
        for (int i = 1; i < 39; i++)
            for (int j = 0; j < width; j++) set(i, j, get(i - 1, j) + get(i + 1, j));
        swap();
        if (cur[31 + step] > 100) printf("large\n"); else if (cur[61] < 2) printf("small\n");
    }
    for (int i = 0; i < 40; i += 7) { printf("%g ", get(i, i / 2)); printf("%g\n", cur[i * width + 1]); }
    while (cur[333] > 100) cur[333] -= cur[334] / 3 + 1;
    double last = cur[333]; printf("%g %g\n", last, LARGER(cur[335], next[335]));
    for (int k = 31; cur[k] < 100 && k < 900; k += 30) printf("%d ", k);
    printf("%g\n", cur[34] > 3 ? cur[35] : next[36]);
    free(cur);
    free(next);
    return 0;
}
