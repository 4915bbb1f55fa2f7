// bench: 200000 64 85
// quick: 2000 16 3
/* Electrostatic particle-in-cell in two dimensions: charge is deposited with cloud-in-cell weights, the potential
   relaxed on the grid, and the particles pushed by the field at their places. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    double x, y, vx, vy;
} particle;

static unsigned long long seed = 20011;

static double uniform(void)
{
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(seed >> 11) / 9007199254740992.0;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 20000, g = argc > 2 ? atoi(argv[2]) : 32, steps = argc > 3 ? atoi(argv[3]) : 10;
    particle *p = malloc(n * sizeof *p);
    double *rho = malloc(sizeof(double) * g * g), *phi = calloc(g * g, sizeof(double));
    double *ex = malloc(sizeof(double) * g * g), *ey = malloc(sizeof(double) * g * g);
    double *tmp = calloc(g * g, sizeof(double)), dt = 0.05;
    for (int i = 0; i < n; i++) {
        p[i].x = uniform() * g;
        p[i].y = uniform() * g;
        p[i].vx = (i % 2 ? 1 : -1) * (1 + 0.1 * sin(2 * M_PI * p[i].x / g));
        p[i].vy = 0.1 * (uniform() - 0.5);
    }
    for (int t = 0; t < steps; t++) {
        for (int c = 0; c < g * g; c++)
            rho[c] = -1;
        double q = (double)g * g / n;
        #pragma hydra parallel for reduction(+:rho[0:g * g])
        for (int i = 0; i < n; i++) {
            int cx = (int)p[i].x, cy = (int)p[i].y, rx = (cx + 1) % g, ry = (cy + 1) % g;
            double fx = p[i].x - cx, fy = p[i].y - cy;
            rho[cy * g + cx] += q * (1 - fx) * (1 - fy);
            rho[cy * g + rx] += q * fx * (1 - fy);
            rho[ry * g + cx] += q * (1 - fx) * fy;
            rho[ry * g + rx] += q * fx * fy;
        }
        for (int sweep = 0; sweep < 40; sweep++) {
            #pragma hydra parallel for
            for (int y = 0; y < g; y++)
                for (int x = 0; x < g; x++)
                    tmp[y * g + x] = 0.25 * (phi[(y + 1) % g * g + x] + phi[(y + g - 1) % g * g + x] +
                                             phi[y * g + (x + 1) % g] + phi[y * g + (x + g - 1) % g] + rho[y * g + x]);
            double *other = phi;
            phi = tmp;
            tmp = other;
        }
        #pragma hydra parallel for
        for (int y = 0; y < g; y++)
            for (int x = 0; x < g; x++) {
                ex[y * g + x] = 0.5 * (phi[y * g + (x + g - 1) % g] - phi[y * g + (x + 1) % g]);
                ey[y * g + x] = 0.5 * (phi[(y + g - 1) % g * g + x] - phi[(y + 1) % g * g + x]);
            }
        #pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            int cx = (int)p[i].x, cy = (int)p[i].y, rx = (cx + 1) % g, ry = (cy + 1) % g;
            double fx = p[i].x - cx, fy = p[i].y - cy;
            double a = (1 - fx) * (1 - fy), b = fx * (1 - fy), c = (1 - fx) * fy, d = fx * fy;
            p[i].vx += dt * (a * ex[cy * g + cx] + b * ex[cy * g + rx] + c * ex[ry * g + cx] + d * ex[ry * g + rx]);
            p[i].vy += dt * (a * ey[cy * g + cx] + b * ey[cy * g + rx] + c * ey[ry * g + cx] + d * ey[ry * g + rx]);
            p[i].x += dt * p[i].vx;
            p[i].y += dt * p[i].vy;
            p[i].x -= g * floor(p[i].x / g);
            p[i].y -= g * floor(p[i].y / g);
            if (p[i].x >= g)
                p[i].x = 0;
            if (p[i].y >= g)
                p[i].y = 0;
        }
    }
    double kinetic = 0, field = 0;
    #pragma hydra parallel for reduction(+:kinetic)
    for (int i = 0; i < n; i++)
        kinetic += 0.5 * (p[i].vx * p[i].vx + p[i].vy * p[i].vy);
    for (int c = 0; c < g * g; c++)
        field += 0.5 * (ex[c] * ex[c] + ey[c] * ey[c]);
    printf("kinetic %.6g, field %.5g\n", kinetic, field);
    return 0;
}
