// bench: 9000 4
// quick: 60 2
/* Chemistry in the cells of a reacting flow: three species and a temperature, each cell integrated with steps of
   its own (Bogacki-Shampine with error control) over one step of the flow, which then mixes neighbours. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 4 };

struct cell {
    double y[N];
    int steps;
};

static void rates(const double *y, double *f)
{
    double k1 = 40 * exp(-4 / y[3]), k2 = 300 * exp(-6 / y[3]), a = k1 * y[0] * y[1], b = k2 * y[2] * y[1];
    f[0] = -a;
    f[1] = -a - 0.5 * b;
    f[2] = a - b;
    f[3] = 2 * a + 3 * b - 0.1 * (y[3] - 1);
}

static int advance(double *y, double span)
{
    double k1[N], k2[N], k3[N], k4[N], z[N], h = span / 20, t = 0;
    int steps = 0;
    rates(y, k1);
    while (t < span && steps < 10000) {
        double error = 0;
        if (t + h > span)
            h = span - t;
        for (int i = 0; i < N; i++)
            z[i] = y[i] + 0.5 * h * k1[i];
        rates(z, k2);
        for (int i = 0; i < N; i++)
            z[i] = y[i] + 0.75 * h * k2[i];
        rates(z, k3);
        for (int i = 0; i < N; i++)
            z[i] = y[i] + h * (2 * k1[i] + 3 * k2[i] + 4 * k3[i]) / 9;
        rates(z, k4);
        for (int i = 0; i < N; i++)
            error = fmax(error, fabs(h * (-5 * k1[i] / 72 + k2[i] / 12 + k3[i] / 9 - k4[i] / 8)));
        steps++;
        if (error < 1e-7) {
            t += h;
            for (int i = 0; i < N; i++) {
                y[i] = z[i];
                k1[i] = k4[i];
            }
        }
        h *= fmin(4, fmax(0.2, 0.9 * cbrt(1e-7 / (error + 1e-30))));
    }
    return steps;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 500, rounds = argc > 2 ? atoi(argv[2]) : 4;
    struct cell *c = malloc(n * sizeof *c);
    double (*mixed)[N] = malloc(n * sizeof *mixed), heat = 0, product = 0;
    long steps = 0;
    for (int i = 0; i < n; i++) {
        c[i].y[0] = 1;
        c[i].y[1] = 0.8 + 0.4 * (i % 5) / 5;
        c[i].y[2] = 0;
        c[i].y[3] = 1 + 0.5 * exp(-1e-3 * (i - n / 3) * (i - n / 3));
    }
    for (int t = 0; t < rounds; t++) {
        #pragma hydra parallel for
        for (int i = 0; i < n; i++)
            c[i].steps = advance(c[i].y, 0.2);
        #pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int k = 0; k < N; k++)
                mixed[i][k] = 0.8 * c[i].y[k] + 0.1 * (c[i > 0 ? i - 1 : 0].y[k] + c[i + 1 < n ? i + 1 : n - 1].y[k]);
        #pragma hydra parallel for reduction(+:steps)
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < N; k++)
                c[i].y[k] = mixed[i][k];
            steps += c[i].steps;
        }
    }
    #pragma hydra parallel for reduction(+:heat, product)
    for (int i = 0; i < n; i++) {
        heat += c[i].y[3];
        product += 1 - c[i].y[0];
    }
    printf("%ld steps, heat %.6g, product %.6g\n", steps, heat / n, product / n);
    return 0;
}
