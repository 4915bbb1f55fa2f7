// bench: 120 1350
// quick: 30 5
/* The edges of an unstructured mesh scatter what they exchange into both of their nodes: residuals as a reduction
   over an array, then a local time step for each node. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { FIELDS = 4 };

struct mesh {
    int nodes, edges;
    int (*ends)[2];
    double *weight, *volume;
};

static struct mesh *make_mesh(int side)
{
    struct mesh *m = malloc(sizeof *m);
    m->nodes = side * side;
    m->edges = 0;
    m->ends = malloc(3 * (size_t)m->nodes * sizeof *m->ends);
    m->weight = malloc(3 * (size_t)m->nodes * sizeof *m->weight);
    m->volume = malloc(m->nodes * sizeof *m->volume);
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            int me = y * side + x;
            int right = (x + 1) % side, up = (y + 1) % side;
            int other[3] = {y * side + right, up * side + x, up * side + right};
            for (int k = 0; k < 3; k++) {
                m->ends[m->edges][0] = me;
                m->ends[m->edges][1] = other[k];
                m->weight[m->edges++] = 0.1 + 0.01 * ((x * 3 + y * 5 + k) % 11);
            }
            m->volume[me] = 1 + 0.1 * ((x + 2 * y) % 7);
        }
    return m;
}

int main(int argc, char **argv)
{
    int side = argc > 1 ? atoi(argv[1]) : 60, steps = argc > 2 ? atoi(argv[2]) : 50;
    struct mesh *m = make_mesh(side);
    int nodes = m->nodes;
    double *q = malloc(sizeof(double) * FIELDS * nodes), *res = malloc(sizeof(double) * FIELDS * nodes), change = 0;
    for (int i = 0; i < nodes; i++)
        for (int f = 0; f < FIELDS; f++)
            q[i * FIELDS + f] = 1 + 0.3 * sin(0.05 * (f + 1) * (i % side)) * cos(0.07 * (i / side));
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < FIELDS * nodes; i++)
            res[i] = 0;
        #pragma hydra parallel for reduction(+:res[0:FIELDS * nodes])
        for (int e = 0; e < m->edges; e++) {
            int a = m->ends[e][0], b = m->ends[e][1];
            double pressure = 0.5 * (q[a * FIELDS] + q[b * FIELDS]);
            for (int f = 0; f < FIELDS; f++) {
                double flux = m->weight[e] * (q[b * FIELDS + f] - q[a * FIELDS + f]) / pressure;
                res[a * FIELDS + f] += flux;
                res[b * FIELDS + f] -= flux;
            }
        }
        change = 0;
        #pragma hydra parallel for reduction(+:change)
        for (int i = 0; i < nodes; i++)
            for (int f = 0; f < FIELDS; f++) {
                double d = 0.3 * res[i * FIELDS + f] / m->volume[i];
                q[i * FIELDS + f] += d;
                change += d * d;
            }
    }
    double sum = 0;
    for (int i = 0; i < FIELDS * nodes; i++)
        sum += q[i];
    printf("change %.5g, mean %.6g\n", sqrt(change), sum / nodes);
    return 0;
}
