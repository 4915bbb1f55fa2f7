// deals: block, cyclic
/* A lattice-Boltzmann code (D2Q9, BGK), pull scheme: each cell collects the populations that stream into it, collides,
   and writes its own cell of a second lattice; periodic in both directions, a cylinder with bounce-back as obstacle. */
// args: 40 24 12
// distributed: 54 69
// offloaded: 54 69
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define Q 9

static const int cx[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int cy[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const int opposite[Q] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
static const double w[Q] = {4.0 / 9,  1.0 / 9,  1.0 / 9,  1.0 / 9, 1.0 / 9,
                            1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36};

struct lbm {
    int nx, ny;
    double omega, force;
    double *f, *fnew; /* [x][y][q] */
    unsigned char *solid;
};

static inline int cell(const struct lbm *s, int x, int y)
{
    return x * s->ny + y;
}

static double equilibrium(int q, double rho, double ux, double uy)
{
    double cu = 3.0 * (cx[q] * ux + cy[q] * uy);
    return w[q] * rho * (1.0 + cu + 0.5 * cu * cu - 1.5 * (ux * ux + uy * uy));
}

static void init(struct lbm *s, int nx, int ny)
{
    s->nx = nx;
    s->ny = ny;
    s->omega = 1.2;
    s->force = 1e-4;
    s->f = malloc(sizeof(double) * nx * ny * Q);
    s->fnew = malloc(sizeof(double) * nx * ny * Q);
    s->solid = malloc(nx * ny);
    memset(s->solid, 0, nx * ny);
    for (int x = 0; x < nx; x++)
        for (int y = 0; y < ny; y++)
            if ((x - nx / 4) * (x - nx / 4) + (y - ny / 2) * (y - ny / 2) < ny * ny / 64)
                s->solid[cell(s, x, y)] = 1;
    double *f = s->f;
    #pragma hydra parallel for
    for (int x = 0; x < nx; x++)
        for (int y = 0; y < ny; y++)
            for (int q = 0; q < Q; q++)
                f[(x * ny + y) * Q + q] = equilibrium(q, 1.0, 0.05 + 0.001 * (y % 3), 0.0);
}

static void step(struct lbm *s)
{
    const int nx = s->nx, ny = s->ny;
    const double omega = s->omega, force = s->force;
    const double *f = s->f;
    double *fnew = s->fnew;
    const unsigned char *solid = s->solid;

    #pragma hydra parallel for
    for (int x = 0; x < nx; x++) {
        for (int y = 0; y < ny; y++) {
            double in[Q], rho = 0, ux = 0, uy = 0;
            for (int q = 0; q < Q; q++) {
                int xs = (x - cx[q] + nx) % nx, ys = (y - cy[q] + ny) % ny;
                in[q] = f[(xs * ny + ys) * Q + q];
                rho += in[q];
                ux += cx[q] * in[q];
                uy += cy[q] * in[q];
            }
            if (solid[x * ny + y]) {
                for (int q = 0; q < Q; q++)
                    fnew[(x * ny + y) * Q + q] = in[opposite[q]];
            } else {
                ux = ux / rho + force;
                uy /= rho;
                for (int q = 0; q < Q; q++)
                    fnew[(x * ny + y) * Q + q] = in[q] + omega * (equilibrium(q, rho, ux, uy) - in[q]);
            }
        }
    }
    double *t = s->f;
    s->f = s->fnew;
    s->fnew = t;
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    struct lbm sim;
    int steps = atoi(argv[3]);
    init(&sim, atoi(argv[1]), atoi(argv[2]));
    for (int t = 0; t < steps; t++) {
        step(&sim);
        if (t % 4 == 3) {
            double mass = 0;
            for (int i = 0; i < sim.nx * sim.ny * Q; i++)
                mass += sim.f[i];
            printf("step %d mass %.12g\n", t + 1, mass);
        }
    }
    for (int x = 0; x < sim.nx; x++)
        for (int y = 0; y < sim.ny; y++) {
            double rho = 0, ux = 0;
            for (int q = 0; q < Q; q++) {
                rho += sim.f[cell(&sim, x, y) * Q + q];
                ux += cx[q] * sim.f[cell(&sim, x, y) * Q + q];
            }
            printf("%.9f %.9f\n", rho, ux);
        }
    free(sim.f);
    free(sim.fnew);
    free(sim.solid);
    return 0;
}
