// distributed: 54 102 114
// offloaded: 54 102 114
/* Molecular dynamics with linked cells and a Lennard-Jones potential in a periodic box, in the manner of CoMD: atoms are
   sorted into cells serially, forces are computed cell by cell over the 27 cells around. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CELLS 4
#define NCELL (CELLS * CELLS * CELLS)
#define MAXATOMS 16
#define BOX 10.0
#define CUT (BOX / CELLS)

typedef struct {
    double r[3], p[3];
    int id;
} Atom;

static Atom atoms[NCELL][MAXATOMS];
static double force[NCELL][MAXATOMS][3], pe[NCELL];
static int count[NCELL];

static int cell_of(const double *r)
{
    int c[3];
    for (int k = 0; k < 3; k++)
        c[k] = (int)(r[k] / CUT) % CELLS;
    return (c[0] * CELLS + c[1]) * CELLS + c[2];
}

static void redistribute(void)
{
    static Atom all[NCELL * MAXATOMS];
    int n = 0;
    for (int c = 0; c < NCELL; c++)
        for (int i = 0; i < count[c]; i++)
            all[n++] = atoms[c][i];
    memset(count, 0, sizeof count);
    for (int i = 0; i < n; i++) {
        int c = cell_of(all[i].r);
        if (count[c] == MAXATOMS) {
            fprintf(stderr, "cell %d is full\n", c);
            exit(1);
        }
        atoms[c][count[c]++] = all[i];
    }
}

static void compute_force(void)
{
    #pragma hydra parallel for
    for (int c = 0; c < NCELL; c++) {
        int cx = c / (CELLS * CELLS), cy = c / CELLS % CELLS, cz = c % CELLS;
        pe[c] = 0;
        for (int i = 0; i < count[c]; i++)
            force[c][i][0] = force[c][i][1] = force[c][i][2] = 0;
        for (int d = 0; d < 27; d++) {
            int nx = (cx + d / 9 - 1 + CELLS) % CELLS, ny = (cy + d / 3 % 3 - 1 + CELLS) % CELLS;
            int nz = (cz + d % 3 - 1 + CELLS) % CELLS, other = (nx * CELLS + ny) * CELLS + nz;
            for (int i = 0; i < count[c]; i++)
                for (int j = 0; j < count[other]; j++) {
                    double dr[3], r2 = 0;
                    if (atoms[c][i].id == atoms[other][j].id)
                        continue;
                    for (int k = 0; k < 3; k++) {
                        dr[k] = atoms[c][i].r[k] - atoms[other][j].r[k];
                        if (dr[k] > BOX / 2)
                            dr[k] -= BOX;
                        else if (dr[k] < -BOX / 2)
                            dr[k] += BOX;
                        r2 += dr[k] * dr[k];
                    }
                    if (r2 > CUT * CUT)
                        continue;
                    double ir2 = 1.0 / r2, r6 = ir2 * ir2 * ir2;
                    pe[c] += 0.5 * 4.0 * r6 * (r6 - 1.0);
                    for (int k = 0; k < 3; k++)
                        force[c][i][k] += dr[k] * 4.0 * r6 * ir2 * (12.0 * r6 - 6.0);
                }
        }
    }
}

int main(void)
{
    int n = 0, side = 6;
    for (int i = 0; i < side; i++)
        for (int j = 0; j < side; j++)
            for (int k = 0; k < side; k++) {
                Atom a = {{(i + 0.5 + 0.05 * ((j * 7 + k) % 3)) * BOX / side, (j + 0.5) * BOX / side, (k + 0.5) * BOX / side},
                          {0.1 * ((i + k) % 3 - 1), 0.1 * ((j + i) % 3 - 1), 0.1 * ((k + j) % 3 - 1)},
                          n++};
                int c = cell_of(a.r);
                atoms[c][count[c]++] = a;
            }
    double dt = 0.004;
    compute_force();
    for (int s = 0; s < 6; s++) {
        #pragma hydra parallel for
        for (int c = 0; c < NCELL; c++)
            for (int i = 0; i < count[c]; i++)
                for (int k = 0; k < 3; k++) {
                    atoms[c][i].p[k] += dt * force[c][i][k];
                    atoms[c][i].r[k] = fmod(atoms[c][i].r[k] + dt * atoms[c][i].p[k] + BOX, BOX);
                }
        redistribute();
        compute_force();
        double e = 0, kin = 0;
        for (int c = 0; c < NCELL; c++)
            e += pe[c];
        #pragma hydra parallel for reduction(+ : kin)
        for (int c = 0; c < NCELL; c++)
            for (int i = 0; i < count[c]; i++)
                for (int k = 0; k < 3; k++)
                    kin += 0.5 * atoms[c][i].p[k] * atoms[c][i].p[k];
        printf("step %d potential %.12g kinetic %.8g\n", s, e, kin);
    }
    for (int c = 0; c < NCELL; c++)
        for (int i = 0; i < count[c]; i++)
            printf("%d %.12f %.12f %.12f\n", atoms[c][i].id, atoms[c][i].r[0], atoms[c][i].r[1], atoms[c][i].r[2]);
    return 0;
}
