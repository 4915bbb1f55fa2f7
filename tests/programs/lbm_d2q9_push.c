// deals: block, cyclic
// distributed: 21
// offloaded: 21 30
/* Lattice-Boltzmann (D2Q9), push scheme: each cell collides and scatters its populations to its neighbours in the other
   lattice, periodic; populations in structure-of-arrays layout, one plane for each direction. */
#include <stdio.h>
#include <stdlib.h>

#define NX 32
#define NY 20
#define Q 9
#define TAU 0.8

static double lattice[2][Q][NX][NY];
static const int ex[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, ey[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const double wt[Q] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};

int main(void)
{
    #pragma hydra parallel for
    for (int x = 0; x < NX; x++)
        for (int y = 0; y < NY; y++) {
            double rho = 1.0 + 0.05 * ((x * 3 + y * 5) % 7 == 0);
            for (int q = 0; q < Q; q++)
                lattice[0][q][x][y] = wt[q] * rho;
        }
    for (int t = 0; t < 9; t++) {
        int now = t % 2, then = 1 - now;
        #pragma hydra parallel for
        for (int x = 0; x < NX; x++)
            for (int y = 0; y < NY; y++) {
                double rho = 0, ux = 0, uy = 0;
                for (int q = 0; q < Q; q++) {
                    double f = lattice[now][q][x][y];
                    rho += f;
                    ux += f * ex[q];
                    uy += f * ey[q];
                }
                ux /= rho;
                uy /= rho;
                double usq = 1.5 * (ux * ux + uy * uy);
                for (int q = 0; q < Q; q++) {
                    double eu = 3 * (ex[q] * ux + ey[q] * uy);
                    double feq = wt[q] * rho * (1 + eu + 0.5 * eu * eu - usq);
                    int xn = (x + ex[q] + NX) % NX, yn = (y + ey[q] + NY) % NY;
                    lattice[then][q][xn][yn] = lattice[now][q][x][y] - (lattice[now][q][x][y] - feq) / TAU;
                }
            }
    }
    for (int x = 0; x < NX; x++)
        for (int y = 0; y < NY; y++)
            for (int q = 0; q < Q; q++)
                printf("%.12f%c", lattice[1][q][x][y], q == Q - 1 ? '\n' : ' ');
    return 0;
}
