// deals: block, cyclic
// distributed: 22 33 43 62 83 102 120 130
// offloaded: 22 33 83 102 120 130
/* The multigrid benchmark MG of the NAS suite, after its published description: V-cycles of the residual, restriction,
   interpolation and smoothing operators on periodic cubes; all levels lie one behind the other in one array. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LT 4 /* levels: 2, 4, 8, 16 points a side, each with a border of one */
#define I3(n, i3, i2, i1) (((i3) * (n) + (i2)) * (n) + (i1))

static int m[LT + 1], ir[LT + 1];
static double *u, *v, *r;
static const double a[4] = {-8.0 / 3.0, 0.0, 1.0 / 6.0, 1.0 / 12.0};
static const double c[4] = {-3.0 / 8.0, 1.0 / 32.0, -1.0 / 64.0, 0.0};

/* copies the opposite faces into the border */
static void comm3(double *w, int n)
{
    #pragma hydra parallel for
    for (int i3 = 1; i3 < n - 1; i3++) {
        for (int i2 = 1; i2 < n - 1; i2++) {
            w[I3(n, i3, i2, 0)] = w[I3(n, i3, i2, n - 2)];
            w[I3(n, i3, i2, n - 1)] = w[I3(n, i3, i2, 1)];
        }
        for (int i1 = 0; i1 < n; i1++) {
            w[I3(n, i3, 0, i1)] = w[I3(n, i3, n - 2, i1)];
            w[I3(n, i3, n - 1, i1)] = w[I3(n, i3, 1, i1)];
        }
    }
    #pragma hydra parallel for
    for (int i2 = 0; i2 < n; i2++)
        for (int i1 = 0; i1 < n; i1++) {
            w[I3(n, 0, i2, i1)] = w[I3(n, n - 2, i2, i1)];
            w[I3(n, n - 1, i2, i1)] = w[I3(n, 1, i2, i1)];
        }
}

static void resid(double *uu, double *vv, double *rr, int n)
{
    #pragma hydra parallel for
    for (int i3 = 1; i3 < n - 1; i3++)
        for (int i2 = 1; i2 < n - 1; i2++) {
            double u1[n], u2[n];
            for (int i1 = 0; i1 < n; i1++) {
                u1[i1] = uu[I3(n, i3, i2 - 1, i1)] + uu[I3(n, i3, i2 + 1, i1)] + uu[I3(n, i3 - 1, i2, i1)] +
                         uu[I3(n, i3 + 1, i2, i1)];
                u2[i1] = uu[I3(n, i3 - 1, i2 - 1, i1)] + uu[I3(n, i3 - 1, i2 + 1, i1)] +
                         uu[I3(n, i3 + 1, i2 - 1, i1)] + uu[I3(n, i3 + 1, i2 + 1, i1)];
            }
            for (int i1 = 1; i1 < n - 1; i1++)
                rr[I3(n, i3, i2, i1)] = vv[I3(n, i3, i2, i1)] - a[0] * uu[I3(n, i3, i2, i1)] -
                                        a[2] * (u2[i1] + u1[i1 - 1] + u1[i1 + 1]) - a[3] * (u2[i1 - 1] + u2[i1 + 1]);
        }
    comm3(rr, n);
}

static void psinv(double *rr, double *uu, int n)
{
    #pragma hydra parallel for
    for (int i3 = 1; i3 < n - 1; i3++)
        for (int i2 = 1; i2 < n - 1; i2++) {
            double r1[n], r2[n];
            for (int i1 = 0; i1 < n; i1++) {
                r1[i1] = rr[I3(n, i3, i2 - 1, i1)] + rr[I3(n, i3, i2 + 1, i1)] + rr[I3(n, i3 - 1, i2, i1)] +
                         rr[I3(n, i3 + 1, i2, i1)];
                r2[i1] = rr[I3(n, i3 - 1, i2 - 1, i1)] + rr[I3(n, i3 - 1, i2 + 1, i1)] +
                         rr[I3(n, i3 + 1, i2 - 1, i1)] + rr[I3(n, i3 + 1, i2 + 1, i1)];
            }
            for (int i1 = 1; i1 < n - 1; i1++)
                uu[I3(n, i3, i2, i1)] += c[0] * rr[I3(n, i3, i2, i1)] +
                                         c[1] * (rr[I3(n, i3, i2, i1 - 1)] + rr[I3(n, i3, i2, i1 + 1)] + r1[i1]) +
                                         c[2] * (r2[i1] + r1[i1 - 1] + r1[i1 + 1]);
        }
    comm3(uu, n);
}

/* full weighting from the fine grid of nf to the coarse one of nc points a side */
static void rprj3(double *fine, int nf, double *coarse, int nc)
{
    #pragma hydra parallel for
    for (int j3 = 1; j3 < nc - 1; j3++)
        for (int j2 = 1; j2 < nc - 1; j2++)
            for (int j1 = 1; j1 < nc - 1; j1++) {
                double s = 0.0;
                for (int d3 = -1; d3 <= 1; d3++)
                    for (int d2 = -1; d2 <= 1; d2++)
                        for (int d1 = -1; d1 <= 1; d1++) {
                            double w = 0.5 / (1 << (abs(d1) + abs(d2) + abs(d3)));
                            s += w * fine[I3(nf, 2 * j3 - 1 + d3, 2 * j2 - 1 + d2, 2 * j1 - 1 + d1)];
                        }
                coarse[I3(nc, j3, j2, j1)] = s;
            }
    comm3(coarse, nc);
}

/* adds the trilinear interpolation of the coarse correction to the fine grid */
static void interp(double *coarse, int nc, double *fine, int nf)
{
    #pragma hydra parallel for
    for (int i3 = 0; i3 < nc - 1; i3++)
        for (int i2 = 0; i2 < nc - 1; i2++)
            for (int i1 = 0; i1 < nc - 1; i1++)
                for (int o = 0; o < 8; o++) {
                    int o3 = o >> 2, o2 = o >> 1 & 1, o1 = o & 1;
                    double s = 0.0;
                    for (int k3 = 0; k3 <= o3; k3++)
                        for (int k2 = 0; k2 <= o2; k2++)
                            for (int k1 = 0; k1 <= o1; k1++)
                                s += coarse[I3(nc, i3 + k3, i2 + k2, i1 + k1)];
                    fine[I3(nf, 2 * i3 + o3, 2 * i2 + o2, 2 * i1 + o1)] += s / (1 << (o1 + o2 + o3));
                }
}

static double norm2u3(double *w, int n)
{
    double s = 0.0, points = (double)(n - 2) * (n - 2) * (n - 2);
    #pragma hydra parallel for reduction(+ : s)
    for (int i3 = 1; i3 < n - 1; i3++)
        for (int i2 = 1; i2 < n - 1; i2++)
            for (int i1 = 1; i1 < n - 1; i1++)
                s += w[I3(n, i3, i2, i1)] * w[I3(n, i3, i2, i1)];
    return sqrt(s / points);
}

static void zero3(double *w, int n)
{
    #pragma hydra parallel for
    for (int i = 0; i < n * n * n; i++)
        w[i] = 0.0;
}

static void mg3P(void)
{
    int k;
    for (k = LT; k > 1; k--)
        rprj3(&r[ir[k]], m[k], &r[ir[k - 1]], m[k - 1]);
    zero3(&u[ir[1]], m[1]);
    psinv(&r[ir[1]], &u[ir[1]], m[1]);
    for (k = 2; k < LT; k++) {
        zero3(&u[ir[k]], m[k]);
        interp(&u[ir[k - 1]], m[k - 1], &u[ir[k]], m[k]);
        resid(&u[ir[k]], &r[ir[k]], &r[ir[k]], m[k]);
        psinv(&r[ir[k]], &u[ir[k]], m[k]);
    }
    interp(&u[ir[LT - 1]], m[LT - 1], u, m[LT]);
    resid(u, v, r, m[LT]);
    psinv(r, u, m[LT]);
}

int main(void)
{
    int total = 0;
    for (int k = LT; k >= 1; k--) {
        m[k] = (1 << k) + 2;
        ir[k] = total;
        total += m[k] * m[k] * m[k];
    }
    u = calloc(total, sizeof(double));
    r = calloc(total, sizeof(double));
    int n = m[LT];
    v = calloc((size_t)n * n * n, sizeof(double));

    /* charges of +1 and -1 at scattered points */
    unsigned s = 5;
    for (int i = 0; i < 20; i++) {
        int at[3];
        for (int d = 0; d < 3; d++) {
            s = s * 1664525u + 1013904223u;
            at[d] = 1 + (s >> 24) % (n - 2);
        }
        v[I3(n, at[0], at[1], at[2])] = i < 10 ? 1.0 : -1.0;
    }
    comm3(v, n);
    resid(u, v, r, n);
    printf("start: %.9e\n", norm2u3(r, n));
    for (int it = 1; it <= 4; it++) {
        mg3P();
        resid(u, v, r, n);
        printf("cycle %d: %.9e\n", it, norm2u3(r, n));
    }
    for (int i3 = 1; i3 < n - 1; i3++)
        for (int i2 = 1; i2 < n - 1; i2++)
            printf("%.11e%c", u[I3(n, i3, i2, 1 + (i3 + i2) % (n - 2))], i2 == n - 2 ? '\n' : ' ');
    free(u);
    free(v);
    free(r);
    return 0;
}
