/* What a cell may be; and how a row of them is made. */
#ifndef KINDS_H
#define KINDS_H
enum kind { EMPTY, WALL, WATER };

static inline void row_of(enum kind* row, int n, int y) {
#pragma hydra parallel for
    for (int x = 0; x < n; x++)
        row[x] = (x * y) % 7 == 0 ? WALL : (x + y) % 3 == 0 ? WATER : EMPTY;
}
#endif
