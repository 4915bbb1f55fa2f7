// bench: 10 110
// quick: 6 4
/* Liquid argon in a periodic box: Lennard-Jones forces from neighbour lists with a skin, velocity Verlet. The lists
   are made from cells every ten steps. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    double x, y, z;
} vec;

enum { MOST = 200 };

static int atoms, cells, *head, *next, *count, *list;
static double box;
static vec *pos, *vel, *force;

static double nearest(double d) { return d > box / 2 ? d - box : d < -box / 2 ? d + box : d; }

static double inside(double x) { return x < 0 ? x + box : x >= box ? x - box : x; }

static int cell_along(double x)
{
    int c = (int)(x / box * cells);
    return c < cells ? c : cells - 1;
}

static void make_lists(double reach)
{
    for (int c = 0; c < cells * cells * cells; c++)
        head[c] = -1;
    for (int i = 0; i < atoms; i++) {
        int c = (cell_along(pos[i].x) * cells + cell_along(pos[i].y)) * cells + cell_along(pos[i].z);
        next[i] = head[c];
        head[c] = i;
    }
    #pragma hydra parallel for
    for (int i = 0; i < atoms; i++) {
        int cx = cell_along(pos[i].x), cy = cell_along(pos[i].y), cz = cell_along(pos[i].z), found = 0;
        for (int k = 0; k < 27; k++) {
            int ox = (cx + k / 9 + cells - 1) % cells, oy = (cy + k / 3 % 3 + cells - 1) % cells;
            int oz = (cz + k % 3 + cells - 1) % cells;
            for (int j = head[(ox * cells + oy) * cells + oz]; j >= 0; j = next[j]) {
                double dx = nearest(pos[i].x - pos[j].x), dy = nearest(pos[i].y - pos[j].y);
                double dz = nearest(pos[i].z - pos[j].z);
                if (j != i && found < MOST && dx * dx + dy * dy + dz * dz < reach * reach)
                    list[i * MOST + found++] = j;
            }
        }
        count[i] = found;
    }
}

static double forces(double cut)
{
    double energy = 0;
    #pragma hydra parallel for reduction(+:energy)
    for (int i = 0; i < atoms; i++) {
        vec f = {0, 0, 0}, me = pos[i];
        for (int k = 0; k < count[i]; k++) {
            int j = list[i * MOST + k];
            double dx = nearest(me.x - pos[j].x), dy = nearest(me.y - pos[j].y), dz = nearest(me.z - pos[j].z);
            double r2 = dx * dx + dy * dy + dz * dz;
            if (r2 < cut * cut) {
                double s2 = 1 / r2, s6 = s2 * s2 * s2, push = 24 * s2 * s6 * (2 * s6 - 1);
                f.x += push * dx;
                f.y += push * dy;
                f.z += push * dz;
                energy += 2 * s6 * (s6 - 1);
            }
        }
        force[i] = f;
    }
    return energy;
}

int main(int argc, char **argv)
{
    int side = argc > 1 ? atoi(argv[1]) : 8, steps = argc > 2 ? atoi(argv[2]) : 20;
    double cut = 2.5, skin = 0.3, dt = 0.002, potential = 0, kinetic = 0, edge = cbrt(4 / 0.8442);
    atoms = 4 * side * side * side;
    box = side * edge;
    cells = (int)(box / (cut + skin));
    pos = malloc(atoms * sizeof *pos), vel = malloc(atoms * sizeof *vel), force = malloc(atoms * sizeof *force);
    head = malloc(cells * cells * cells * sizeof *head), next = malloc(atoms * sizeof *next);
    count = malloc(atoms * sizeof *count), list = malloc((size_t)atoms * MOST * sizeof *list);
    for (int i = 0; i < atoms; i++) {
        int c = i / 4, corner = i % 4;
        pos[i].x = edge * (c / (side * side) + (corner == 1 || corner == 2 ? 0.75 : 0.25));
        pos[i].y = edge * (c / side % side + (corner == 1 || corner == 3 ? 0.75 : 0.25));
        pos[i].z = edge * (c % side + (corner == 2 || corner == 3 ? 0.75 : 0.25));
        vel[i].x = (i * 37 % 101 - 50) * 0.03;
        vel[i].y = (i * 53 % 103 - 51) * 0.03;
        vel[i].z = (i * 71 % 107 - 53) * 0.03;
    }
    make_lists(cut + skin);
    forces(cut);
    for (int t = 0; t < steps; t++) {
        #pragma hydra parallel for
        for (int i = 0; i < atoms; i++) {
            vel[i].x += 0.5 * dt * force[i].x, pos[i].x = inside(pos[i].x + dt * vel[i].x);
            vel[i].y += 0.5 * dt * force[i].y, pos[i].y = inside(pos[i].y + dt * vel[i].y);
            vel[i].z += 0.5 * dt * force[i].z, pos[i].z = inside(pos[i].z + dt * vel[i].z);
        }
        if (t % 10 == 9)
            make_lists(cut + skin);
        potential = forces(cut);
        kinetic = 0;
        #pragma hydra parallel for reduction(+:kinetic)
        for (int i = 0; i < atoms; i++) {
            vel[i].x += 0.5 * dt * force[i].x;
            vel[i].y += 0.5 * dt * force[i].y;
            vel[i].z += 0.5 * dt * force[i].z;
            kinetic += 0.5 * (vel[i].x * vel[i].x + vel[i].y * vel[i].y + vel[i].z * vel[i].z);
        }
    }
    printf("%d atoms, potential %.6g, kinetic %.6g\n", atoms, potential / atoms, kinetic / atoms);
    return 0;
}
