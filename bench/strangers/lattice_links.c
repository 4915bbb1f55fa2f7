// bench: 300 200 160
// quick: 30 20 5
/* Lattice Boltzmann (D2Q9) in a porous medium: only cells with fluid are kept, and each knows where its nine
   populations come from, from its neighbours or, at walls, from itself. */
#include <stdio.h>
#include <stdlib.h>

static const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const int opposite[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
static const double w[9] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};

int main(int argc, char **argv)
{
    int nx = argc > 1 ? atoi(argv[1]) : 120, ny = argc > 2 ? atoi(argv[2]) : 80, steps = argc > 3 ? atoi(argv[3]) : 40;
    int cells = 0, *cell = malloc(sizeof(int) * nx * ny), (*from)[9];
    double *f, *g, force = 1e-5, flow = 0, mass = 0;
    for (int y = 0; y < ny; y++)
        for (int x = 0; x < nx; x++) {
            int bx = x % 24 - 12 + (y / 20 % 2) * 4, by = y % 20 - 10;
            cell[y * nx + x] = y == 0 || y == ny - 1 || bx * bx + by * by < 20 ? -1 : cells++;
        }
    from = malloc(cells * sizeof *from);
    f = malloc(sizeof(double) * 9 * cells);
    g = malloc(sizeof(double) * 9 * cells);
    for (int y = 0; y < ny; y++)
        for (int x = 0; x < nx; x++) {
            int c = cell[y * nx + x];
            for (int q = 0; q < 9 && c >= 0; q++) {
                int source = cell[(y - cy[q] + ny) % ny * nx + (x - cx[q] + nx) % nx];
                from[c][q] = source >= 0 ? q * cells + source : opposite[q] * cells + c;
                f[q * cells + c] = w[q];
            }
        }
    for (int t = 0; t < steps; t++) {
        #pragma hydra parallel for
        for (int c = 0; c < cells; c++) {
            double p[9], rho = 0, ux = 0, uy = 0;
            for (int q = 0; q < 9; q++) {
                p[q] = f[from[c][q]];
                rho += p[q];
                ux += cx[q] * p[q];
                uy += cy[q] * p[q];
            }
            ux = ux / rho + force;
            uy /= rho;
            for (int q = 0; q < 9; q++) {
                double cu = 3 * (cx[q] * ux + cy[q] * uy);
                double balance = w[q] * rho * (1 + cu + 0.5 * cu * cu - 1.5 * (ux * ux + uy * uy));
                g[q * cells + c] = p[q] + 0.8 * (balance - p[q]);
            }
        }
        double *old = f;
        f = g;
        g = old;
    }
    #pragma hydra parallel for reduction(+:flow, mass)
    for (int c = 0; c < cells; c++)
        for (int q = 0; q < 9; q++) {
            flow += cx[q] * f[q * cells + c];
            mass += f[q * cells + c];
        }
    printf("%d cells, mass %.6g, flow %.5g\n", cells, mass, flow / cells);
    return 0;
}
