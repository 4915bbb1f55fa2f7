#include "grid.h"
#include <stdlib.h>

typedef struct {
    int rows, columns;
    double w[9];
    double *levels;
} frame;

static int width, height;
static double *current, *next;
static const double weights[3] = {0.25, 0.5, 0.25};
static frame of;
static int marked[60][40];

void grid_make(int rows, int columns)
{
    height = of.rows = rows;
    width = of.columns = columns;
    current = calloc((size_t)rows * columns, sizeof *current);
    next = calloc((size_t)rows * columns, sizeof *next);
    of.levels = calloc(rows, sizeof *of.levels);
    for (int i = 0; i < 9; i++)
        of.w[i] = i;
}
void grid_free(void)
{
    free(current);
    free(next);
    free(of.levels);
}
double at(int i, int j) { return current[i * width + j]; }
void put(int i, int j, double v) { next[i * width + j] = v; }
void swap_grids(void)
{
    double *t = current;
    current = next;
    next = t;
}
double weight(int k) { return weights[k]; }
double bias(int k) { return of.w[k]; }
void shift_bias(int n) { of.w[n % 9] += 1; }
void mark(int i, int j) { marked[i][j] += i + j; }
int marks(int i)
{
    int sum = 0;
    for (int j = 0; j < 40; j++)
        sum += marked[i][j];
    return sum;
}
double level(int i) { return of.levels[i] + shared[i]; }
void set_level(int i, double v) { of.levels[i] = v; }
double total(void)
{
    double s = 0;
    for (int i = 0; i < height * width; i++)
        s += current[i];
    return s;
}
