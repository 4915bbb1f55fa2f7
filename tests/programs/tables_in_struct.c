// distributed: 27 34
// A struct variable with tables of pointers, of one dimension and of two, whose sizes are the loops' bounds.
#include <stdio.h>
#include <stdlib.h>

enum { faces = 2, fields = 3 };

static struct {
    struct {
        int nx, ny;
    } par;
    double dt;
    double *u[fields], *flux[faces][fields];
} G = {{20, 12}, 0.5, {0}, {{0}}};

#define IX(i, j) ((i) * G.par.ny + (j))

int main(void)
{
    for (int v = 0; v < fields; v++) {
        G.u[v] = calloc(G.par.nx * G.par.ny, sizeof(double));
        for (int d = 0; d < faces; d++)
            G.flux[d][v] = calloc(G.par.nx * G.par.ny, sizeof(double));
    }
    for (int t = 0; t < 4; t++) {
#pragma hydra parallel for
        for (int i = 0; i < G.par.nx; i++)
            for (int v = 0; v < fields; v++)
                for (int j = 0; j < G.par.ny; j++) {
                    G.flux[0][v][IX(i, j)] = G.dt * (i + v + t);
                    G.flux[1][v][IX(i, j)] = G.u[v][IX(i, j)] - j;
                }
#pragma hydra parallel for
        for (int i = 1; i < G.par.nx - 1; i++)
            for (int v = 0; v < fields; v++)
                for (int j = 1; j < G.par.ny; j++)
                    G.u[v][IX(i, j)] += G.flux[0][v][IX(i + 1, j)] - G.flux[0][v][IX(i - 1, j)] +
                                        G.flux[1][v][IX(i, j - 1)];
    }
    double s = 0;
    for (int v = 0; v < fields; v++)
        for (int i = 0; i < G.par.nx; i++)
            s += G.u[v][IX(i, 5)] * (i + v);
    printf("%.10g\n", s);
    return 0;
}
