/* Included by a path that goes up and comes down again, as between sibling folders. */
#ifndef FIELD_H
#define FIELD_H
#include "../multi_up/kinds.h"

#define WIDTH 48

static inline long wet(const enum kind* row) {
    struct tally {
        long water, wall;
    } parts[4];
#pragma hydra parallel for
    for (int p = 0; p < 4; p++) {
        parts[p] = (struct tally){0, 0};
        for (int x = p * WIDTH / 4; x < (p + 1) * WIDTH / 4; x++) {
            parts[p].water += row[x] == WATER;
            parts[p].wall += row[x] == WALL;
        }
    }
    long sum = 0;
    for (int p = 0; p < 4; p++)
        sum += 100 * parts[p].water + parts[p].wall;
    return sum;
}

long flooded(int rows);
#endif
