// bench: 9 20
// quick: 5 2
/* Multigrid for Poisson's equation in two dimensions. Each level is a struct with arrays of its own; V cycles with
   weighted Jacobi, full weighting and bilinear interpolation. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct level {
    int n;
    double h, *u, *f, *r;
};

static void smooth(struct level *l, int times)
{
    int n = l->n, w = n + 1;
    for (int t = 0; t < times; t++) {
        double *u = l->u, *v = l->r, *f = l->f;
        #pragma hydra parallel for
        for (int i = 1; i < n; i++)
            for (int j = 1; j < n; j++)
                v[i * w + j] = 0.2 * u[i * w + j] + 0.2 * (u[(i - 1) * w + j] + u[(i + 1) * w + j] + u[i * w + j - 1] +
                                                           u[i * w + j + 1] + l->h * l->h * f[i * w + j]);
        l->u = v;
        l->r = u;
    }
}

static double residual(struct level *l)
{
    int n = l->n, w = n + 1;
    double sum = 0;
    #pragma hydra parallel for reduction(+:sum)
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++) {
            double d = (l->u[(i - 1) * w + j] + l->u[(i + 1) * w + j] + l->u[i * w + j - 1] + l->u[i * w + j + 1] -
                        4 * l->u[i * w + j]) / (l->h * l->h);
            l->r[i * w + j] = l->f[i * w + j] + d;
            sum += l->r[i * w + j] * l->r[i * w + j];
        }
    return sqrt(sum) * l->h;
}

static void cycle(struct level *levels, int k)
{
    struct level *fine = &levels[k], *coarse = &levels[k - 1];
    if (k == 0) {
        smooth(fine, 20);
        return;
    }
    smooth(fine, 2);
    residual(fine);
    int n = coarse->n, w = n + 1, v = fine->n + 1;
    #pragma hydra parallel for
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++) {
            const double *r = fine->r + 2 * i * v + 2 * j;
            coarse->f[i * w + j] = 0.25 * r[0] + 0.125 * (r[-1] + r[1] + r[-v] + r[v]) +
                                   0.0625 * (r[-v - 1] + r[-v + 1] + r[v - 1] + r[v + 1]);
            coarse->u[i * w + j] = 0;
        }
    cycle(levels, k - 1);
    #pragma hydra parallel for
    for (int i = 1; i < fine->n; i++)
        for (int j = 1; j < fine->n; j++) {
            int a = i / 2 * w + j / 2, down = i % 2 * w, right = j % 2;
            fine->u[i * v + j] += 0.25 * (coarse->u[a] + coarse->u[a + down] + coarse->u[a + right] +
                                          coarse->u[a + down + right]);
        }
    smooth(fine, 2);
}

int main(int argc, char **argv)
{
    int most = argc > 1 ? atoi(argv[1]) : 7, cycles = argc > 2 ? atoi(argv[2]) : 6;
    struct level *levels = malloc(most * sizeof *levels);
    for (int k = 0; k < most; k++) {
        struct level *l = &levels[k];
        l->n = 4 << k;
        l->h = 1.0 / l->n;
        l->u = calloc((l->n + 1) * (l->n + 1), sizeof *l->u);
        l->f = calloc((l->n + 1) * (l->n + 1), sizeof *l->f);
        l->r = calloc((l->n + 1) * (l->n + 1), sizeof *l->r);
    }
    struct level *top = &levels[most - 1];
    for (int i = 1; i < top->n; i++)
        for (int j = 1; j < top->n; j++)
            top->f[i * (top->n + 1) + j] = 40 * sin(M_PI * i * top->h) * sin(2 * M_PI * j * top->h) + i * top->h;
    for (int c = 0; c < cycles; c++)
        cycle(levels, most - 1);
    double norm = 0;
    for (int i = 0; i <= top->n; i++)
        for (int j = 0; j <= top->n; j++)
            norm += top->u[i * (top->n + 1) + j] * top->u[i * (top->n + 1) + j];
    printf("norm %.6g\n", sqrt(norm) * top->h);
    return 0;
}
