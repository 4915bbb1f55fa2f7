// deals: block, cyclic
// distributed: 21 32 39
// offloaded: 21 32 39
#include <math.h>
#include <stdio.h>
#define BODIES 26
#define DT 0.01
static double x[BODIES], y[BODIES], z[BODIES], vx[BODIES], vy[BODIES], vz[BODIES], m[BODIES];
int main(void)
{
    int i, j, step;
    double ax, ay, az, energy = 0;
    for (i = 0; i < BODIES; i++) {
        x[i] = cos(i) * (1 + i % 3);
        y[i] = sin(2 * i) * 2;
        z[i] = (i % 7) - 3;
        m[i] = 1 + i % 2;
    }
    for (step = 0; step < 10; step++) {
#pragma hydra parallel for private(j, ax, ay, az)
        for (i = 0; i < BODIES; i++) {
            ax = ay = az = 0;
            for (j = 0; j < BODIES; j++) {
                double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
                double r2 = dx * dx + dy * dy + dz * dz + 0.01;
                double f = m[j] / (r2 * sqrt(r2));
                ax += f * dx; ay += f * dy; az += f * dz;
            }
            vx[i] += DT * ax; vy[i] += DT * ay; vz[i] += DT * az;
        }
#pragma hydra parallel for
        for (i = 0; i < BODIES; i++) {
            x[i] += DT * vx[i];
            y[i] += DT * vy[i];
            z[i] += DT * vz[i];
        }
    }
#pragma hydra parallel for reduction(+:energy)
    for (i = 0; i < BODIES; i++)
        energy += 0.5 * m[i] * (vx[i] * vx[i] + vy[i] * vy[i] + vz[i] * vz[i]);
    printf("kinetic energy %.10g\n", energy);
    for (i = 0; i < BODIES; i++)
        printf("%.17g %.17g %.17g\n", x[i], y[i], z[i]);
    return 0;
}
