// deals: block, cyclic
// distributed: 18 32 37
// offloaded: 18 32 37
#include <stdio.h>
#define ROWS 20
#define COLS 45
static int wall[ROWS][COLS], now[COLS], next[COLS], came[ROWS][COLS];
#define MIN(a, b) ((a) <= (b) ? (a) : (b))
int main(void)
{
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLS; c++)
            wall[r][c] = (r * 17 + c * 29) % 10;
    for (int c = 0; c < COLS; c++)
        now[c] = wall[0][c];
    for (int r = 1; r < ROWS; r++) {
#pragma hydra parallel for
        for (int c = 0; c < COLS; c++) {
            int least = now[c], from = c;
            if (c > 0 && now[c - 1] < least) {
                least = now[c - 1];
                from = c - 1;
            }
            if (c < COLS - 1 && now[c + 1] < least) {
                least = now[c + 1];
                from = c + 1;
            }
            next[c] = wall[r][c] + least;
            came[r][c] = from;
        }
#pragma hydra parallel for
        for (int c = 0; c < COLS; c++)
            now[c] = next[c];
    }
    int best = 0, cost = 1 << 30;
#pragma hydra parallel for reduction(min:cost)
    for (int c = 0; c < COLS; c++)
        cost = MIN(now[c], cost);
    while (now[best] != cost)
        best++;
    printf("cost %d, ends in column %d\n", cost, best);
    for (int r = ROWS - 1; r > 0; r--) {
        printf("%d ", best);
        best = came[r][best];
    }
    printf("%d\n", best);
    return 0;
}
