// deals: block, cyclic
// distributed: 27 55 80 98
// offloaded: 27 55 80 98
/* Lattice-Boltzmann (D2Q9) with collision and streaming as separate loops, in one structure with an array for each
   direction, as teaching codes have it; lid-driven cavity with half-way bounce-back walls. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NX 28
#define NY 28
#define STEPS 10

typedef struct {
    double c, e, n, w, s, ne, nw, sw, se;
} speeds_t;

static speeds_t *cells, *tmp;
static int *obstacles;

#define AT(a, i, j) (a)[(i) + (j) * NX]

static void collision(void)
{
    const double w0 = 4.0 / 9, w1 = 1.0 / 9, w2 = 1.0 / 36, omega = 1.3;
    #pragma hydra parallel for
    for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++) {
            speeds_t s = AT(cells, i, j);
            if (AT(obstacles, i, j)) {
                speeds_t b = {s.c, s.w, s.s, s.e, s.n, s.sw, s.se, s.ne, s.nw};
                AT(cells, i, j) = b;
                continue;
            }
            double rho = s.c + s.e + s.n + s.w + s.s + s.ne + s.nw + s.sw + s.se;
            double u = (s.e + s.ne + s.se - s.w - s.nw - s.sw) / rho, v = (s.n + s.ne + s.nw - s.s - s.sw - s.se) / rho;
            double q = 1 - 1.5 * (u * u + v * v);
#define RELAX(f, wt, cu) (f) += omega * ((wt)*rho * (q + 3 * (cu) + 4.5 * (cu) * (cu)) - (f))
            RELAX(s.c, w0, 0.0);
            RELAX(s.e, w1, u);
            RELAX(s.n, w1, v);
            RELAX(s.w, w1, -u);
            RELAX(s.s, w1, -v);
            RELAX(s.ne, w2, u + v);
            RELAX(s.nw, w2, -u + v);
            RELAX(s.sw, w2, -u - v);
            RELAX(s.se, w2, u - v);
            AT(cells, i, j) = s;
        }
}

static void propagate(void)
{
    #pragma hydra parallel for
    for (int jj = 0; jj < NY; jj++) {
        for (int ii = 0; ii < NX; ii++) {
            int y_n = (jj + 1) % NY, x_e = (ii + 1) % NX;
            int y_s = jj == 0 ? jj + NY - 1 : jj - 1, x_w = ii == 0 ? ii + NX - 1 : ii - 1;
            tmp[ii + jj * NX].c = cells[ii + jj * NX].c;
            tmp[ii + jj * NX].e = cells[x_w + jj * NX].e;
            tmp[ii + jj * NX].n = cells[ii + y_s * NX].n;
            tmp[ii + jj * NX].w = cells[x_e + jj * NX].w;
            tmp[ii + jj * NX].s = cells[ii + y_n * NX].s;
            tmp[ii + jj * NX].ne = cells[x_w + y_s * NX].ne;
            tmp[ii + jj * NX].nw = cells[x_e + y_s * NX].nw;
            tmp[ii + jj * NX].sw = cells[x_e + y_n * NX].sw;
            tmp[ii + jj * NX].se = cells[x_w + y_n * NX].se;
        }
    }
    speeds_t *t = cells;
    cells = tmp;
    tmp = t;
}

static void accelerate(void)
{
    int jj = NY - 2;
    double a1 = 0.005 / 9, a2 = 0.005 / 36;
    #pragma hydra parallel for
    for (int ii = 0; ii < NX; ii++) {
        speeds_t *c = &AT(cells, ii, jj);
        if (!AT(obstacles, ii, jj) && c->w - a1 > 0 && c->nw - a2 > 0 && c->sw - a2 > 0) {
            c->e += a1;
            c->ne += a2;
            c->se += a2;
            c->w -= a1;
            c->nw -= a2;
            c->sw -= a2;
        }
    }
}

static double av_velocity(void)
{
    double tot_u = 0;
    int tot_cells = 0;
    #pragma hydra parallel for reduction(+ : tot_u, tot_cells)
    for (int jj = 0; jj < NY; jj++)
        for (int ii = 0; ii < NX; ii++)
            if (!obstacles[jj * NX + ii]) {
                const speeds_t *s = &cells[jj * NX + ii];
                tot_u += s->e + s->ne + s->se - s->w - s->nw - s->sw;
                ++tot_cells;
            }
    return tot_u / (double)tot_cells;
}

int main(void)
{
    cells = malloc(sizeof(speeds_t) * NX * NY);
    tmp = malloc(sizeof(speeds_t) * NX * NY);
    obstacles = calloc(NX * NY, sizeof(int));
    for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++) {
            double d = 0.1 * (1 + 0.01 * ((i + 2 * j) % 5));
            speeds_t s = {d * 4, d, d, d, d, d / 4, d / 4, d / 4, d / 4};
            cells[i + j * NX] = s;
            obstacles[i + j * NX] = j == 0 || i == 0 || i == NX - 1 || (i > 9 && i < 13 && j < 12);
        }
    for (int t = 0; t < STEPS; t++) {
        accelerate();
        collision();
        propagate();
        printf("%d %.10e\n", t, av_velocity());
    }
    for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++) {
            speeds_t s = cells[i + j * NX];
            printf("%d %d %.12g %.12g %.12g\n", i, j, s.c + s.e + s.n, s.w + s.s + s.ne, s.nw + s.sw + s.se);
        }
    return 0;
}
