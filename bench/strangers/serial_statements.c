// bench: 55000000 500
// quick: 10000
/* Serial code in a small function with many short statements on arrays: one parallel loop at the end. */
#include <stdio.h>
#include <stdlib.h>
struct cell { float *flux, *sig; };
static void sweep(struct cell *c, float *q, float *tau, float *t, int groups, float ds)
{
    float *flux = c->flux, *sig = c->sig;
    for (int g = 0; g < groups; g++)
        q[g] = flux[g] * 0.5f;
    for (int g = 0; g < groups; g++)
        tau[g] = sig[g] * ds;
    for (int g = 0; g < groups; g++)
        t[g] = q[g] - tau[g];
    for (int g = 0; g < groups; g++)
        flux[g] += t[g] * 1e-3f;
}
int main(int argc, char **argv)
{
    int cells = argc > 2 ? atoi(argv[2]) : 200, groups = 12, visits = argc > 1 ? atoi(argv[1]) : 1000000;
    struct cell *c = malloc(cells * sizeof *c);
    float *q = malloc(groups * sizeof *q), *tau = malloc(groups * sizeof *tau), *t = malloc(groups * sizeof *t);
    for (int i = 0; i < cells; i++) {
        c[i].flux = malloc(groups * sizeof(float));
        c[i].sig = malloc(groups * sizeof(float));
        for (int g = 0; g < groups; g++)
            c[i].flux[g] = c[i].sig[g] = 0.1f * (g + i % 3);
    }
    unsigned seed = 5;
    for (int v = 0; v < visits; v++) {
        seed = seed * 1103515245u + 12345u;
        sweep(&c[(seed >> 16) % cells], q, tau, t, groups, 0.01f);
    }
    #pragma hydra parallel for
    for (int i = 0; i < cells; i++)
        for (int g = 0; g < groups; g++)
            c[i].flux[g] *= 2;
    double s = 0;
    for (int i = 0; i < cells; i++)
        s += c[i].flux[3];
    printf("%.7g\n", s);
    return 0;
}
