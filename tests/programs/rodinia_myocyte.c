// deals: block, cyclic
// distributed: 72
// offloaded: 72
/* An ensemble of heart cells, after Rodinia's "myocyte": each iteration integrates one cell's stiff system of ordinary
   differential equations with an embedded Runge-Kutta-Fehlberg method and a step size of its own. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define EQUATIONS 4
#define PARAMETERS 3

/* a FitzHugh-Nagumo type membrane with two slow calcium compartments */
static void master(double t, const double *y, const double *params, double *dy)
{
    double stim = fmod(t, 25.0) < 2.0 ? params[0] : 0.0;
    dy[0] = y[0] * (1 - y[0]) * (y[0] - 0.13) * 5.0 - y[1] + stim;
    dy[1] = 0.06 * (y[0] - params[1] * y[1]);
    dy[2] = 0.2 * (y[0] > 0.4 ? 1.0 : 0.0) - 0.1 * y[2];
    dy[3] = params[2] * (y[2] - y[3]);
}

static double embedded_step(double t, double h, const double *y, const double *params, double *y_new)
{
    static const double b[6][5] = {{0},
                                   {1.0 / 4},
                                   {3.0 / 32, 9.0 / 32},
                                   {1932.0 / 2197, -7200.0 / 2197, 7296.0 / 2197},
                                   {439.0 / 216, -8.0, 3680.0 / 513, -845.0 / 4104},
                                   {-8.0 / 27, 2.0, -3544.0 / 2565, 1859.0 / 4104, -11.0 / 40}};
    static const double a[6] = {0, 1.0 / 4, 3.0 / 8, 12.0 / 13, 1.0, 1.0 / 2};
    static const double c4[6] = {25.0 / 216, 0, 1408.0 / 2565, 2197.0 / 4104, -1.0 / 5, 0};
    static const double c5[6] = {16.0 / 135, 0, 6656.0 / 12825, 28561.0 / 56430, -9.0 / 50, 2.0 / 55};
    double k[6][EQUATIONS], err = 0;
    for (int s = 0; s < 6; s++) {
        double at[EQUATIONS];
        for (int e = 0; e < EQUATIONS; e++) {
            at[e] = y[e];
            for (int r = 0; r < s; r++)
                at[e] += h * b[s][r] * k[r][e];
        }
        master(t + a[s] * h, at, params, k[s]);
    }
    for (int e = 0; e < EQUATIONS; e++) {
        double low = 0, high = 0;
        for (int s = 0; s < 6; s++) {
            low += c4[s] * k[s][e];
            high += c5[s] * k[s][e];
        }
        y_new[e] = y[e] + h * high;
        err = fmax(err, fabs(h * (high - low)));
    }
    return err;
}

int main(int argc, char **argv)
{
    int workload = argc > 1 ? atoi(argv[1]) : 36, xmax = argc > 2 ? atoi(argv[2]) : 40;
    double (*y)[EQUATIONS] = malloc(workload * sizeof *y);
    double (*params)[PARAMETERS] = malloc(workload * sizeof *params);
    int *steps = malloc(workload * sizeof(int)), *failures = calloc(workload, sizeof(int));

    for (int i = 0; i < workload; i++) {
        for (int e = 0; e < EQUATIONS; e++)
            y[i][e] = 0.05 * ((i + e) % 4);
        params[i][0] = 0.1 + 0.01 * (i % 9);
        params[i][1] = 1.0 + 0.1 * (i % 5);
        params[i][2] = 0.02 + 0.005 * (i % 3);
    }

    #pragma hydra parallel for
    for (int i = 0; i < workload; i++) {
        double t = 0, h = 0.1, next[EQUATIONS];
        int n = 0;
        while (t < xmax) {
            if (t + h > xmax)
                h = xmax - t;
            double err = embedded_step(t, h, y[i], params[i], next);
            if (err > 1e-6 && h > 1e-4) {
                h *= fmax(0.2, 0.9 * pow(1e-6 / err, 0.25));
                failures[i]++;
                continue;
            }
            for (int e = 0; e < EQUATIONS; e++)
                y[i][e] = next[e];
            t += h;
            n++;
            if (err < 1e-7)
                h *= 1.5;
            if (h > 0.5)
                h = 0.5;
        }
        steps[i] = n;
    }
    for (int i = 0; i < workload; i++)
        printf("%d: %d steps, %d refused: %.9f %.9f %.9f %.9f\n", i, steps[i], failures[i], y[i][0], y[i][1], y[i][2], y[i][3]);
    free(y), free(params), free(steps), free(failures);
    return 0;
}
