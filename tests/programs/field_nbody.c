// deals: block, cyclic
// distributed: 25 48 80 87
// offloaded: 25 48 80 87
/* Gravitational n-body simulation by direct summation with leapfrog steps; bodies in an array of structs, forces in
   parallel, the total energy checked along the way. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SOFTENING 1e-3

typedef struct {
    double x[3], v[3], m;
} body_t;

static double frand(unsigned *s)
{
    *s = *s * 1664525u + 1013904223u;
    return (*s >> 8) / (double)(1 << 24);
}

static void accelerations(int n, const body_t *b, double (*acc)[3])
{
    #pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        double a[3] = {0, 0, 0};
        for (int j = 0; j < n; j++) {
            if (j == i)
                continue;
            double d[3], r2 = SOFTENING;
            for (int k = 0; k < 3; k++) {
                d[k] = b[j].x[k] - b[i].x[k];
                r2 += d[k] * d[k];
            }
            double inv = b[j].m / (r2 * sqrt(r2));
            for (int k = 0; k < 3; k++)
                a[k] += d[k] * inv;
        }
        for (int k = 0; k < 3; k++)
            acc[i][k] = a[k];
    }
}

static double energy(int n, const body_t *b)
{
    double kin = 0, pot = 0;
    #pragma hydra parallel for reduction(+ : kin, pot)
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 3; k++)
            kin += 0.5 * b[i].m * b[i].v[k] * b[i].v[k];
        for (int j = i + 1; j < n; j++) {
            double r2 = SOFTENING;
            for (int k = 0; k < 3; k++)
                r2 += (b[i].x[k] - b[j].x[k]) * (b[i].x[k] - b[j].x[k]);
            pot -= b[i].m * b[j].m / sqrt(r2);
        }
    }
    return kin + pot;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 60, steps = 8;
    double dt = 0.01;
    unsigned seed = 4;
    body_t *b = malloc(n * sizeof *b);
    double (*acc)[3] = malloc(n * sizeof *acc);

    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 3; k++) {
            b[i].x[k] = 2 * frand(&seed) - 1;
            b[i].v[k] = 0.2 * (frand(&seed) - 0.5);
        }
        b[i].m = (0.5 + frand(&seed)) / n;
    }
    printf("energy %.7f\n", energy(n, b));
    accelerations(n, b, acc);
    for (int s = 0; s < steps; s++) {
        #pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int k = 0; k < 3; k++) {
                b[i].v[k] += 0.5 * dt * acc[i][k];
                b[i].x[k] += dt * b[i].v[k];
            }
        accelerations(n, b, acc);
        #pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int k = 0; k < 3; k++)
                b[i].v[k] += 0.5 * dt * acc[i][k];
    }
    printf("energy %.7f\n", energy(n, b));
    for (int i = 0; i < n; i++)
        printf("%.13f %.13f %.13f\n", b[i].x[0], b[i].x[1], b[i].x[2]);
    free(b);
    free(acc);
    return 0;
}
