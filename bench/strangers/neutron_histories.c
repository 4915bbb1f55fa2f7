// bench: 120000 12
// quick: 500 2
/* Neutrons through a slab of layers: each history has its own generator and runs until it is absorbed or leaks; the
   flux of each cell is summed over all histories, batch by batch. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct layer {
    double thick, total, scatter;
};

struct particle {
    unsigned long long state;
    double x, mu, weight;
    int collisions;
};

static double uniform(unsigned long long *s)
{
    *s ^= *s >> 12;
    *s ^= *s << 25;
    *s ^= *s >> 27;
    return (double)((*s * 2685821657736338717ull) >> 11) / 9007199254740992.0;
}

int main(int argc, char **argv)
{
    enum { LAYERS = 4, CELLS = 100 };
    int n = argc > 1 ? atoi(argv[1]) : 10000, batches = argc > 2 ? atoi(argv[2]) : 2;
    struct layer layer[LAYERS] = {{2, 1.1, 0.9}, {1, 2.5, 2.4}, {3, 0.8, 0.75}, {4, 1.4, 1.1}};
    struct particle *p = malloc(n * sizeof *p);
    double flux[CELLS] = {0}, width = 10, leaked = 0;
    long collisions = 0;
    for (int b = 0; b < batches; b++) {
        #pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            p[i].state = 0x9e3779b97f4a7c15ull * (unsigned long long)(b * (long)n + i + 1);
            p[i].x = 0;
            p[i].mu = sqrt(uniform(&p[i].state));
            p[i].weight = 1;
            p[i].collisions = 0;
        }
        #pragma hydra parallel for reduction(+:flux[0:CELLS], leaked)
        for (int i = 0; i < n; i++) {
            struct particle *me = &p[i];
            while (me->weight > 0) {
                int k = 0;
                double edge = layer[0].thick;
                while (k + 1 < LAYERS && me->x >= edge)
                    edge += layer[++k].thick;
                double low = edge - layer[k].thick, to = me->x - log(1 - uniform(&me->state)) / layer[k].total * me->mu;
                int crosses = to >= edge || to < low;
                if (crosses)
                    to = me->mu > 0 ? edge + 1e-9 : low - 1e-9;
                int cell = (int)(0.5 * (me->x + to) / width * CELLS);
                if (cell >= 0 && cell < CELLS)
                    flux[cell] += me->weight * fabs(to - me->x) / fabs(me->mu);
                me->x = to;
                if (to < 0 || to >= width) {
                    leaked += me->weight;
                    me->weight = 0;
                } else if (!crosses) {
                    me->collisions++;
                    me->weight *= layer[k].scatter / layer[k].total;
                    if (me->weight < 0.1)
                        me->weight = uniform(&me->state) < me->weight ? 1 : 0;
                    me->mu = 2 * uniform(&me->state) - 1;
                    if (fabs(me->mu) < 1e-6)
                        me->mu = 1e-6;
                }
            }
        }
        #pragma hydra parallel for reduction(+:collisions)
        for (int i = 0; i < n; i++)
            collisions += p[i].collisions;
    }
    printf("leaked %.6g, %ld collisions, flux %.6g %.6g %.6g\n", leaked / n / batches, collisions, flux[0] / n,
           flux[CELLS / 2] / n, flux[CELLS - 1] / n);
    return 0;
}
