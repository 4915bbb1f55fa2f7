// deals: block, cyclic
// distributed: 25 37 51 64
// offloaded: 25 37 51 64
/* Multigrid for the Poisson equation in the plane in the manner of NAS MG, with an array for each level held in a
   struct: red-black smoothing, full weighting, bilinear interpolation, V-cycles until the residual is small. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LEVELS 4

typedef struct {
    int n;
    double h;
    double *u, *f, *r;
} level_t;

static void smooth(level_t *lv, int sweeps)
{
    int n = lv->n;
    double h2 = lv->h * lv->h, *u = lv->u, *f = lv->f;
    for (int s = 0; s < sweeps; s++)
        for (int color = 0; color < 2; color++) {
            #pragma hydra parallel for
            for (int i = 1; i < n; i++)
                for (int j = 1 + (i + color) % 2; j < n; j += 2)
                    u[i * (n + 1) + j] = 0.25 * (u[(i - 1) * (n + 1) + j] + u[(i + 1) * (n + 1) + j] +
                                                 u[i * (n + 1) + j - 1] + u[i * (n + 1) + j + 1] + h2 * f[i * (n + 1) + j]);
        }
}

static double residual(level_t *lv)
{
    int n = lv->n, w = n + 1;
    double ih2 = 1.0 / (lv->h * lv->h), worst = 0.0;
    #pragma hydra parallel for reduction(max : worst)
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++) {
            lv->r[i * w + j] = lv->f[i * w + j] - ih2 * (4 * lv->u[i * w + j] - lv->u[(i - 1) * w + j] -
                                                        lv->u[(i + 1) * w + j] - lv->u[i * w + j - 1] - lv->u[i * w + j + 1]);
            worst = fmax(worst, fabs(lv->r[i * w + j]));
        }
    return worst;
}

static void restrict_to(level_t *fine, level_t *coarse)
{
    int nc = coarse->n, wc = nc + 1, wf = fine->n + 1;
    const double *r = fine->r;
    #pragma hydra parallel for
    for (int i = 1; i < nc; i++)
        for (int j = 1; j < nc; j++) {
            const double *at = &r[2 * i * wf + 2 * j];
            coarse->f[i * wc + j] = 0.0625 * (at[-wf - 1] + at[-wf + 1] + at[wf - 1] + at[wf + 1]) +
                                    0.125 * (at[-1] + at[1] + at[-wf] + at[wf]) + 0.25 * at[0];
            coarse->u[i * wc + j] = 0.0;
        }
}

static void prolong(level_t *coarse, level_t *fine)
{
    int nf = fine->n, wc = coarse->n + 1, wf = nf + 1;
    #pragma hydra parallel for
    for (int i = 1; i < nf; i++)
        for (int j = 1; j < nf; j++) {
            int ci = i / 2, cj = j / 2;
            double e;
            if (i % 2 == 0 && j % 2 == 0)
                e = coarse->u[ci * wc + cj];
            else if (i % 2 == 0)
                e = 0.5 * (coarse->u[ci * wc + cj] + coarse->u[ci * wc + cj + 1]);
            else if (j % 2 == 0)
                e = 0.5 * (coarse->u[ci * wc + cj] + coarse->u[(ci + 1) * wc + cj]);
            else
                e = 0.25 * (coarse->u[ci * wc + cj] + coarse->u[ci * wc + cj + 1] + coarse->u[(ci + 1) * wc + cj] +
                            coarse->u[(ci + 1) * wc + cj + 1]);
            fine->u[i * wf + j] += e;
        }
}

static void vcycle(level_t *levels, int l)
{
    if (l == LEVELS - 1) {
        smooth(&levels[l], 20);
        return;
    }
    smooth(&levels[l], 2);
    residual(&levels[l]);
    restrict_to(&levels[l], &levels[l + 1]);
    vcycle(levels, l + 1);
    prolong(&levels[l + 1], &levels[l]);
    smooth(&levels[l], 2);
}

int main(void)
{
    level_t levels[LEVELS];
    for (int l = 0; l < LEVELS; l++) {
        int n = 32 >> l;
        levels[l].n = n;
        levels[l].h = 1.0 / n;
        levels[l].u = calloc((n + 1) * (n + 1), sizeof(double));
        levels[l].f = calloc((n + 1) * (n + 1), sizeof(double));
        levels[l].r = calloc((n + 1) * (n + 1), sizeof(double));
    }
    int n = levels[0].n, cycles = 0;
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            levels[0].f[i * (n + 1) + j] = 2 * (i * (n - i) + j * (n - j)) / (double)(n * n);
    double res;
    do {
        vcycle(levels, 0);
        res = residual(&levels[0]);
        cycles++;
        printf("cycle %d: residual %.5e\n", cycles, res);
    } while (res > 1e-8 && cycles < 10);
    for (int i = 0; i <= n; i++) {
        for (int j = 0; j <= n; j++)
            printf("%.10f ", levels[0].u[i * (n + 1) + j]);
        printf("\n");
    }
    for (int l = 0; l < LEVELS; l++) {
        free(levels[l].u);
        free(levels[l].f);
        free(levels[l].r);
    }
    return 0;
}
