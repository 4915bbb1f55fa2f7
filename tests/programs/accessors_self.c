// distributed: 15 20 24 33
// offloaded: 15 20 24
// everything in one struct, methods with a self pointer
#include <stdio.h>
#include <math.h>
#define NX 24
#define NY 16
typedef struct { int nx, ny; double dt; double u[NY][NX], un[NY][NX]; double total; } sim_t;
static double *at(sim_t *s, int y, int x) { return &s->u[y][x]; }
static double get(const sim_t *s, int y, int x) { return s->u[y][x]; }
static void put(sim_t *s, int y, int x, double v) { s->un[y][x] = v; }
static void init(sim_t *s) {
    s->nx = NX; s->ny = NY; s->dt = 0.1; s->total = 0;
    #pragma hydra parallel for
    for (int y = 0; y < s->ny; y++)
        for (int x = 0; x < s->nx; x++) *at(s, y, x) = sin(x * 0.3) + y;
}
static void step(sim_t *s) {
    #pragma hydra parallel for
    for (int y = 1; y < s->ny - 1; y++)
        for (int x = 1; x < s->nx - 1; x++)
            put(s, y, x, get(s, y, x) + s->dt * (get(s, y - 1, x) + get(s, y + 1, x) + get(s, y, x - 1) + get(s, y, x + 1) - 4 * get(s, y, x)));
    #pragma hydra parallel for
    for (int y = 1; y < s->ny - 1; y++)
        for (int x = 1; x < s->nx - 1; x++) *at(s, y, x) = s->un[y][x];
}
int main(void) {
    static sim_t sim;
    init(&sim);
    for (int t = 0; t < 5; t++) step(&sim);
    double sum = 0;
    #pragma hydra parallel for reduction(+:sum)
    for (int y = 0; y < sim.ny; y++) for (int x = 0; x < sim.nx; x++) sum += *at(&sim, y, x) > 0 ? 1 : 0;
    sim.total = sum;
    printf("%g\n", sim.total);
    for (int y = 0; y < NY; y += 3) printf("%.10g ", sim.u[y][y]);
    puts("");
    return 0;
}
