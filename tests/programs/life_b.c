// deals: block, cyclic
// distributed: 23
// offloaded: 23
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define ROWS 18
#define COLS 25
typedef unsigned char cell;
static cell grid_a[ROWS+2][COLS+2], grid_b[ROWS+2][COLS+2];
static int alive(cell g[ROWS+2][COLS+2], int r, int c)
{
	int n = 0;
	for (int dr = -1; dr <= 1; dr++)
		for (int dc = -1; dc <= 1; dc++)
			if (dr || dc)
				n += g[r + dr][c + dc];
	return n;
}
static void step(cell from[ROWS+2][COLS+2], cell to[ROWS+2][COLS+2])
{
#pragma hydra parallel for
	for (int r = 1; r <= ROWS; r++) {
		for (int c = 1; c <= COLS; c++) {
			int n = alive(from, r, c);
			switch (n) {
			case 2: to[r][c] = from[r][c]; break;
			case 3: to[r][c] = 1; break;
			default: to[r][c] = 0;
			}
		}
	}
}
static void border(cell (*g)[COLS+2]){
	for (int r = 0; r < ROWS+2; r++) { g[r][0] = g[r][COLS]; g[r][COLS+1] = g[r][1]; }
	for (int c = 0; c < COLS+2; c++) { g[0][c] = g[ROWS][c]; g[ROWS+1][c] = g[1][c]; }
}
int main(void)
{
	unsigned seed = 7;
	for (int r = 1; r <= ROWS; r++) for (int c = 1; c <= COLS; c++) { seed = seed * 1664525 + 1013904223; grid_a[r][c] = (seed >> 24) & 1; }
	cell (*cur)[COLS+2] = grid_a, (*nxt)[COLS+2] = grid_b;
	for (int g = 0; g < 10; g++) {
		border(cur);
		step(cur, nxt);
		cell (*tmp)[COLS+2] = cur; cur = nxt; nxt = tmp;
	}
	int total = 0;
	for (int r = 1; r <= ROWS; r++) { for (int c = 1; c <= COLS; c++) { putchar(cur[r][c] ? '#' : ' '); total += cur[r][c]; } putchar('|'); putchar('\n'); }
	printf("%d alive\n", total);
	return total & 0x7f;
}
