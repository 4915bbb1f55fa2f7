// distributed: 22 27 37
// offloaded: 22 27 37
// Parameters in a struct whose address goes to helpers; constant tables; rows of arrays taken as pointers.
#include <stdio.h>
typedef struct { int nx, ny; double factor; } params;
static const double weight[3] = {0.25, 0.5, 0.25};
static double grid[2][30 * 20];
static int rows[3][30];
static inline int at(const params *p, int i, int j) { return i * p->nx + j; }
static double smooth(const params *p, const double *f, int i, int j)
{
    double s = 0;
    for (int d = -1; d <= 1; d++)
        s += weight[d + 1] * f[at(p, i + d, j)];
    return s * p->factor;
}
int main(void)
{
    params p = {.nx = 20, .ny = 30, .factor = 0.99};
    double *from = grid[0], *to = grid[1];
#pragma hydra parallel for
    for (int i = 0; i < p.ny; i++)
        for (int j = 0; j < p.nx; j++)
            from[at(&p, i, j)] = to[at(&p, i, j)] = i * 7 % 5 + j;
    for (int t = 0; t < 10; t++) {
#pragma hydra parallel for
        for (int i = 1; i < p.ny - 1; i++)
            for (int j = 0; j < p.nx; j++)
                to[(&p)->nx * i + j] = smooth(&p, from, i, j);
        double *x = from;
        from = to;
        to = x;
    }
    for (int k = 0; k < 3; k++) {
        int *r = rows[k];
#pragma hydra parallel for
        for (int i = 0; i < 30; i++)
            r[i] = i * k;
    }
    for (int i = 0; i < p.ny; i++)
        printf("%.9g %.9g %d\n", from[at(&p, i, 3)], weight[i % 3], rows[i % 3][i]);
    return 0;
}
