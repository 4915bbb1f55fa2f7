#ifndef GRID_H
#define GRID_H
#define COLS 20
extern double grid[][COLS];
extern int rows;
void grid_fill(double value);
void grid_smooth(int rounds);
static inline double corner(void) { return grid[0][0]; }
#endif
