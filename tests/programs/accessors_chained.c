// A world of two grids: functions hand back the address of a member, others take it, also straight from the call.
#include <stdio.h>
typedef struct { int w, h; int cell[12 * 10]; } grid;
typedef struct { grid now, next; int gen; } world;
static grid *now_of(world *w) { return &w->now; }
static grid *next_of(world *w) { return &w->next; }
static int *cell(grid *g, int y, int x) { return &g->cell[((y + g->h) % g->h) * g->w + (x + g->w) % g->w]; }
static int around(grid *g, int y, int x) {
    int n = 0;
    for (int dy = -1; dy <= 1; dy++) for (int dx = -1; dx <= 1; dx++) if (dx || dy) n += *cell(g, y + dy, x + dx);
    return n;
}
static world W;
int main(void) {
    world *w = &W;
    W.now.w = W.next.w = 12; W.now.h = W.next.h = 10;
    for (int i = 0; i < 120; i++) W.now.cell[i] = (i * 7 + i / 5) % 3 == 0;
    for (int t = 0; t < 4; t++) {
        #pragma hydra parallel for
        for (int y = 0; y < W.now.h; y++)
            for (int x = 0; x < 12; x++) {
                int n = around(now_of(w), y, x);
                *cell(next_of(&W), y, x) = n == 3 || (n == 2 && *cell(now_of(&W), y, x));
            }
        W.now = W.next;
        W.gen++;
    }
    for (int y = 0; y < 10; y++) { for (int x = 0; x < 12; x++) putchar(*cell(&W.now, y, x) ? '#' : '.'); putchar('\n'); }
    printf("%d\n", W.gen);
    return 0;
}
