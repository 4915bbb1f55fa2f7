// Sizes in a struct that also holds arrays, read by scanf; loops store integers of their own.
// stdin: 12 9
// distributed: 12 22
// offloaded: 12
#include <stdio.h>
typedef struct { int rows, cols; double a[20][20]; int mark[20]; } grid;
static grid g;
static int first[20];
static void fill(grid *p)
{
#pragma hydra parallel for
    for (int i = 0; i < p->rows; i++)
        for (int j = 0; j < p->cols; j++)
            p->a[i][j] = i * 10 + j;
}
int main(void)
{
    if (scanf("%d %d", &g.rows, &g.cols) != 2)
        return 1;
    fill(&g);
#pragma hydra parallel for
    for (int i = 0; i < g.rows; i++) {
        g.mark[i] = 0;
        first[i] = -1;
        for (int j = 0; j < g.cols; j++)
            if (g.a[i][j] > 40 && first[i] < 0) {
                first[i] = j;
                g.mark[i] = g.rows;
            }
    }
    for (int i = 0; i < g.rows; i++)
        printf("%d %d\n", first[i], g.mark[i]);
    return 0;
}
