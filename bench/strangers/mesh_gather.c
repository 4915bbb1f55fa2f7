// bench: 250 75
// quick: 40 5
/* Shallow water on a triangulation, unknowns at the nodes: one loop over the edges computes fluxes, one over the
   nodes collects those of its edges. Nodes are numbered as a mesh generator leaves them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct edge {
    int a, b;
    double nx, ny;
};

struct state {
    double h, hu, hv;
};

int main(int argc, char **argv)
{
    int side = argc > 1 ? atoi(argv[1]) : 100, steps = argc > 2 ? atoi(argv[2]) : 20;
    int nodes = side * side, edges = 0, *number = malloc(nodes * sizeof *number);
    struct edge *edge = malloc(3 * (size_t)nodes * sizeof *edge);
    struct state *u = malloc(nodes * sizeof *u), *flux = malloc(3 * (size_t)nodes * sizeof *flux);
    int *start = calloc(nodes + 1, sizeof *start), *of_node, *filled = calloc(nodes, sizeof *filled);

    for (int i = 0; i < nodes; i++)
        number[i] = i;
    for (int i = nodes - 1, r = 17; i > 0; i--) {
        r = (int)((r * 1103515245LL + 12345) & 0x7fffffff);
        int reach = i < 400 ? i : 400, j = i - r % (reach + 1), t = number[i];
        number[i] = number[j];
        number[j] = t;
    }
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            int me = number[y * side + x];
            if (x + 1 < side)
                edge[edges++] = (struct edge){me, number[y * side + x + 1], 1, 0};
            if (y + 1 < side)
                edge[edges++] = (struct edge){me, number[(y + 1) * side + x], 0, 1};
            if (x + 1 < side && y + 1 < side)
                edge[edges++] = (struct edge){me, number[(y + 1) * side + x + 1], 0.7, 0.7};
            double dx = x - 0.4 * side, dy = y - 0.5 * side;
            u[me] = (struct state){1 + 0.5 * exp(-(dx * dx + dy * dy) / (0.01 * nodes)), 0, 0};
        }
    for (int e = 0; e < edges; e++) {
        start[edge[e].a + 1]++;
        start[edge[e].b + 1]++;
    }
    for (int i = 0; i < nodes; i++)
        start[i + 1] += start[i];
    of_node = malloc(start[nodes] * sizeof *of_node);
    for (int e = 0; e < edges; e++) {
        of_node[start[edge[e].a] + filled[edge[e].a]++] = e;
        of_node[start[edge[e].b] + filled[edge[e].b]++] = ~e;
    }

    for (int t = 0; t < steps; t++) {
        #pragma hydra parallel for
        for (int e = 0; e < edges; e++) {
            struct state l = u[edge[e].a], r = u[edge[e].b];
            double nx = edge[e].nx, ny = edge[e].ny;
            double ul = (l.hu * nx + l.hv * ny) / l.h, ur = (r.hu * nx + r.hv * ny) / r.h;
            double speed = fmax(fabs(ul) + sqrt(9.81 * l.h), fabs(ur) + sqrt(9.81 * r.h));
            double pl = 4.905 * l.h * l.h, pr = 4.905 * r.h * r.h;
            flux[e].h = 0.5 * (l.h * ul + r.h * ur - speed * (r.h - l.h));
            flux[e].hu = 0.5 * (l.hu * ul + r.hu * ur + (pl + pr) * nx - speed * (r.hu - l.hu));
            flux[e].hv = 0.5 * (l.hv * ul + r.hv * ur + (pl + pr) * ny - speed * (r.hv - l.hv));
        }
        #pragma hydra parallel for
        for (int i = 0; i < nodes; i++) {
            struct state sum = {0, 0, 0};
            for (int k = start[i]; k < start[i + 1]; k++) {
                int e = of_node[k] < 0 ? ~of_node[k] : of_node[k];
                double sign = of_node[k] < 0 ? 1 : -1;
                sum.h += sign * flux[e].h;
                sum.hu += sign * flux[e].hu;
                sum.hv += sign * flux[e].hv;
            }
            if (start[i + 1] - start[i] == 6) {
                u[i].h += 0.02 * sum.h;
                u[i].hu += 0.02 * sum.hu;
                u[i].hv += 0.02 * sum.hv;
            }
        }
    }
    double volume = 0, energy = 0;
    #pragma hydra parallel for reduction(+:volume, energy)
    for (int i = 0; i < nodes; i++) {
        volume += u[i].h;
        energy += 0.5 * (u[i].hu * u[i].hu + u[i].hv * u[i].hv) / u[i].h;
    }
    printf("volume %.6g, energy %.6g\n", volume, energy);
    return 0;
}
