// distributed: 25 61 66 74 81 90
// offloaded: 61 66 74 81 90
/* Particles in linked cells, an unstructured mesh with two levels of indirection, a mask, and bounds from memory. */
#include <stdio.h>
#include <stdlib.h>

enum { CELLS = 13, PARTICLES = 90, EDGES = 70 };

struct mesh {
    int *from, *to;
    double *weight;
    int edges;
};

static int head[CELLS], next[PARTICLES];
static double pos[PARTICLES], force[PARTICLES], density[CELLS];
static int group[PARTICLES], part[16];
static unsigned char mask[PARTICLES];
static int first[CELLS], last[CELLS];

static double relax(const struct mesh *m, const double *in, double *out)
{
    double total = 0;
#pragma hydra parallel for reduction(+ : total)
    for (int e = 0; e < m->edges; e++) {
        out[e] = m->weight[e] * (in[m->from[e]] - in[m->to[e]]);
        total += out[e];
    }
    return total;
}

int main(void)
{
    for (int c = 0; c < CELLS; c++)
        head[c] = -1;
    for (int p = 0; p < PARTICLES; p++) {
        int c = (p * p + 3 * p) % (CELLS - 2); /* the last two stay empty */
        next[p] = head[c];
        head[c] = p;
        group[p] = (p * 5) % 16;
        mask[p] = p % 3 == 1;
    }
    for (int g = 0; g < 16; g++)
        part[g] = (g * 37) % PARTICLES;
    for (int c = 0; c < CELLS; c++) {
        first[c] = (c * 31) % 60;
        last[c] = first[c] + c % 4;
    }
    struct mesh m;
    m.edges = EDGES;
    m.from = malloc(EDGES * sizeof(int));
    m.to = malloc(EDGES * sizeof(int));
    m.weight = malloc(EDGES * sizeof(double));
    for (int e = 0; e < EDGES; e++) {
        m.from[e] = (e * 17) % PARTICLES;
        m.to[e] = (e * 29 + 11) % PARTICLES;
        m.weight[e] = 1.0 / (1 + e);
    }
    double *flux = malloc(EDGES * sizeof *flux);
#pragma hydra parallel for
    for (int p = 0; p < PARTICLES; p++)
        pos[p] = p * 0.5;
    for (int step = 0; step < 4; step++) {
        /* lists */
#pragma hydra parallel for
        for (int c = 0; c < CELLS; c++) {
            double sum = 0;
            for (int j = head[c]; j >= 0; j = next[j])
                sum += pos[j];
            density[c] = sum;
        }
        /* two levels of indirection, bounds from memory */
#pragma hydra parallel for
        for (int p = 0; p < PARTICLES; p++) {
            int g = group[p];
            force[p] = pos[part[g]] - pos[p];
            if (mask[p])
                force[p] += density[(p * 3) % CELLS];
        }
#pragma hydra parallel for
        for (int c = 0; c < CELLS; c++) {
            int k = first[c];
            while (k < last[c]) {
                density[c] += force[k];
                k++;
            }
        }
        /* scatter behind a mask: each element has one writer */
#pragma hydra parallel for
        for (int p = 0; p < PARTICLES; p++)
            if (mask[p] && p + 1 < PARTICLES)
                pos[p + 1] = force[p] * 0.25;
        double total = relax(&m, pos, flux);
        printf("%d %.10g\n", step, total);
    }
    for (int c = 0; c < CELLS; c++)
        printf("%.12g ", density[c]);
    for (int p = 0; p < PARTICLES; p++)
        printf("%.12g %.12g\n", pos[p], force[p]);
    for (int e = 0; e < EDGES; e++)
        printf("%.12g\n", flux[e]);
    return 0;
}
