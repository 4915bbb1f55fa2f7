// deals: block, cyclic
// distributed: 24 45
// offloaded: 24 45
// One array for each direction of a lattice, in an array of pointers inside a structure.
#include <stdio.h>
#include <stdlib.h>

#define Q 9
static const int cx[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int cy[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const double w[Q] = {4. / 9,  1. / 9,  1. / 9,  1. / 9, 1. / 9,
                            1. / 36, 1. / 36, 1. / 36, 1. / 36};

typedef struct {
    int nx, ny;
    double *f[Q], *g[Q];
    double *rho;
} lattice;

static void collide(lattice *l)
{
    int nx = l->nx, ny = l->ny;
#pragma hydra parallel for
    for (int y = 0; y < ny; y++)
        for (int x = 0; x < nx; x++) {
            int at = y * nx + x;
            double rho = 0, ux = 0, uy = 0;
            for (int q = 0; q < Q; q++) {
                rho += l->f[q][at];
                ux += cx[q] * l->f[q][at];
                uy += cy[q] * l->f[q][at];
            }
            l->rho[at] = rho;
            for (int q = 0; q < Q; q++) {
                double cu = 3 * (cx[q] * ux + cy[q] * uy) / rho;
                l->f[q][at] += (w[q] * rho * (1 + cu) - l->f[q][at]) * 0.7;
            }
        }
}

static void stream(lattice *l)
{
    int nx = l->nx, ny = l->ny;
#pragma hydra parallel for
    for (int y = 1; y < ny - 1; y++)
        for (int q = 0; q < Q; q++)
            for (int x = 1; x < nx - 1; x++)
                l->g[q][y * nx + x] = l->f[q][(y - cy[q]) * nx + x - cx[q]];
    for (int q = 0; q < Q; q++) {
        double *t = l->f[q];
        l->f[q] = l->g[q];
        l->g[q] = t;
    }
}

int main(void)
{
    lattice l = {24, 19, {0}, {0}, 0};
    l.rho = calloc(l.nx * l.ny, sizeof(double));
    for (int q = 0; q < Q; q++) {
        l.f[q] = malloc(l.nx * l.ny * sizeof(double));
        l.g[q] = malloc(l.nx * l.ny * sizeof(double));
        for (int i = 0; i < l.nx * l.ny; i++)
            l.f[q][i] = l.g[q][i] = w[q] * (1 + 0.01 * ((i * (q + 3)) % 17));
    }
    for (int t = 0; t < 12; t++) {
        collide(&l);
        stream(&l);
    }
    double mass = 0;
    for (int i = 0; i < l.nx * l.ny; i++)
        mass += l.rho[i];
    printf("%.12g\n", mass);
    for (int q = 0; q < Q; q++)
        printf("%d %.12g\n", q, l.f[q][7 * l.nx + 11]);
    return 0;
}
