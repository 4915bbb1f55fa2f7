// distributed: 40 55 64
// offloaded: 40 55 64
/* Bodies that attract each other: all pairs, velocities and places after small steps of time.
 *
 *     nbody [bodies [steps]]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct body {
    double x, y, z, mass;
};
struct velocity {
    double x, y, z;
};

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 150;
    int steps = argc > 2 ? atoi(argv[2]) : 10;
    if (n < 1 || steps < 0) {
        printf("usage: nbody [bodies >= 1 [steps >= 0]]\n");
        return 1;
    }
    struct body *body = malloc(n * sizeof *body);
    struct velocity *v = malloc(n * sizeof *v);
    if (body == NULL || v == NULL) {
        printf("out of memory\n");
        return 1;
    }
    for (int i = 0; i < n; i++) {
        body[i] = (struct body){(i * 7) % 11, (i * 5) % 13 + 0.1 * i, (i * 3) % 17, 1.0 + i % 4};
        v[i] = (struct velocity){0.0, 0.0, 0.0};
    }

    const double dt = 0.01, softening = 0.1;
    for (int t = 0; t < steps; t++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            double fx = 0.0, fy = 0.0, fz = 0.0;
            for (int j = 0; j < n; j++) {
                double dx = body[j].x - body[i].x, dy = body[j].y - body[i].y, dz = body[j].z - body[i].z;
                double r2 = dx * dx + dy * dy + dz * dz + softening;
                double force = body[j].mass / (r2 * sqrt(r2));
                fx += force * dx;
                fy += force * dy;
                fz += force * dz;
            }
            v[i].x += dt * fx;
            v[i].y += dt * fy;
            v[i].z += dt * fz;
        }
#pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            body[i].x += dt * v[i].x;
            body[i].y += dt * v[i].y;
            body[i].z += dt * v[i].z;
        }
    }

    double energy = 0.0;
#pragma hydra parallel for reduction(+:energy)
    for (int i = 0; i < n; i++)
        energy += 0.5 * body[i].mass * (v[i].x * v[i].x + v[i].y * v[i].y + v[i].z * v[i].z);
    printf("nbody, %d bodies, %d steps\n", n, steps);
    printf("kinetic energy %.10g\n", energy);
    printf("first body at %.10g %.10g %.10g\n", body[0].x, body[0].y, body[0].z);
    free(body);
    free(v);
    return 0;
}
