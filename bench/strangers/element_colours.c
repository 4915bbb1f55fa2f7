// bench: 400 60
// quick: 30 4
/* Heat in a plate by linear finite elements: elements of one colour share no node, so that they may all add to
   their nodes at once; lumped masses, explicit steps. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct element {
    int node[3];
    double conductivity;
};

int main(int argc, char **argv)
{
    enum { COLOURS = 8 };
    int side = argc > 1 ? atoi(argv[1]) : 150, steps = argc > 2 ? atoi(argv[2]) : 20, w = side + 1, nodes = w * w;
    int elements = 2 * side * side, at = 0, first[COLOURS + 1];
    struct element *e = malloc(elements * sizeof *e);
    double (*x)[2] = malloc(nodes * sizeof *x), *t = malloc(nodes * sizeof *t);
    double *rate = malloc(nodes * sizeof *rate), *mass = calloc(nodes, sizeof *mass), heat = 0, most = 0;
    for (int c = 0; c < COLOURS; c++) {
        first[c] = at;
        for (int i = c / 4; i < side; i += 2)
            for (int j = c / 2 % 2; j < side; j += 2) {
                int a = i * w + j;
                struct element lower = {{a, a + 1, a + w + 1}, 1}, upper = {{a, a + w + 1, a + w}, 1};
                e[at] = c % 2 ? upper : lower;
                e[at++].conductivity = 1 + (i / 8 + j / 8) % 3;
            }
    }
    first[COLOURS] = at;
    for (int i = 0; i < nodes; i++) {
        x[i][0] = i % w + (i % w % side ? 0.2 * sin(i) : 0);
        x[i][1] = i / w + (i / w % side ? 0.2 * cos(i) : 0);
        t[i] = 100 * exp(-0.001 * ((i % w) * (i % w) + (i / w) * (i / w)));
    }
    for (int s = 0; s <= steps; s++) {
        #pragma hydra parallel for
        for (int i = 0; i < nodes; i++)
            rate[i] = 0;
        for (int c = 0; c < COLOURS; c++) {
            #pragma hydra parallel for
            for (int k = first[c]; k < first[c + 1]; k++) {
                const int *n = e[k].node;
                double b[3], d[3], area;
                for (int v = 0; v < 3; v++) {
                    b[v] = x[n[(v + 1) % 3]][1] - x[n[(v + 2) % 3]][1];
                    d[v] = x[n[(v + 2) % 3]][0] - x[n[(v + 1) % 3]][0];
                }
                area = 0.5 * (d[2] * b[1] - d[1] * b[2]);
                for (int v = 0; v < 3; v++) {
                    double flow = 0;
                    for (int u = 0; u < 3; u++)
                        flow += (b[v] * b[u] + d[v] * d[u]) * t[n[u]];
                    rate[n[v]] -= e[k].conductivity * flow / (4 * area);
                    if (s == 0)
                        mass[n[v]] += area / 3;
                }
            }
        }
        if (s > 0) {
            #pragma hydra parallel for
            for (int i = 0; i < nodes; i++)
                t[i] += 0.02 * rate[i] / mass[i];
        }
    }
    #pragma hydra parallel for reduction(+:heat) reduction(max:most)
    for (int i = 0; i < nodes; i++) {
        heat += mass[i] * t[i];
        most = fmax(most, t[i]);
    }
    printf("heat %.6g, most %.6g\n", heat, most);
    return 0;
}
