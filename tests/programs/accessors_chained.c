// distributed: 45 50 54 64
// offloaded: 45
// A world of two grids: functions hand back the address of a member, others take it, also straight from the call.
#include <stdio.h>

enum { ROWS = 10, COLUMNS = 12 };
typedef struct {
    int w, h;
    double cell[ROWS][COLUMNS];
} grid;
typedef struct {
    grid now, next;
    int steps;
} world;

static grid *now_of(world *w) { return &w->now; }
static grid *next_of(world *w) { return &w->next; }
static double *cell(grid *g, int y, int x) { return &g->cell[y][x]; }

static double around(grid *g, int y, int x)
{
    double sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            sum += *cell(g, y + dy, x + dx);
    return sum;
}

static void edges(world *w)
{
    grid *g = &w->now;
    for (int x = 0; x < g->w; x++)
        *cell(g, 0, x) = *cell(now_of(w), g->h - 2, x);
}

static world global;

int main(void)
{
    world *w = &global;
    world copy;
    now_of(w)->w = next_of(w)->w = COLUMNS;
    global.now.h = global.next.h = ROWS;
#pragma hydra parallel for
    for (int y = 0; y < now_of(w)->h; y++)
        for (int x = 0; x < COLUMNS; x++)
            *cell(now_of(w), y, x) = (y * 7 + x * x) % 5;
    for (int t = 0; t < 4; t++) {
#pragma hydra parallel for
        for (int y = 1; y < global.now.h - 1; y++)
            for (int x = 1; x < COLUMNS - 1; x++)
                *cell(next_of(&global), y, x) = around(now_of(&global), y, x) / 9;
#pragma hydra parallel for
        for (int y = 1; y < global.now.h - 1; y++) {
            grid *to = &global.now;
            for (int x = 1; x < COLUMNS - 1; x++)
                *cell(to, y, x) = next_of(&global)->cell[y][x];
        }
        edges(w);
        global.steps++;
    }
    copy = global;
#pragma hydra parallel for
    for (int y = 0; y < copy.now.h; y++)
        for (int x = 0; x < COLUMNS; x++)
            *cell(next_of(&copy), y, x) = *cell(now_of(&global), copy.now.h - 1 - y, x) + copy.steps;
    for (int y = 0; y < ROWS; y += 2)
        printf("%.9g %.9g %d\n", *cell(&global.now, y, y), copy.next.cell[y][y + 1], copy.steps);
    return 0;
}
