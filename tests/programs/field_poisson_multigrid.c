// distributed: 19 22 32 49 56
// offloaded: 19 22 32 49 56
/* Multigrid for a one-dimensional Poisson problem with recursion over static arrays of levels: weighted Jacobi,
   restriction by full weighting and linear interpolation, V-cycles to convergence. */
#include <math.h>
#include <stdio.h>

#define L 6
#define NMAX ((1 << L) + 1)

static double u[L + 1][NMAX], f[L + 1][NMAX], r[L + 1][NMAX];

static void relax(int l, int times)
{
    int n = 1 << l;
    double h2 = 1.0 / ((double)n * n);
    for (int t = 0; t < times; t++) {
        #pragma hydra parallel for
        for (int i = 1; i < n; i++)
            r[l][i] = u[l][i] + (2.0 / 3.0) * (0.5 * (u[l][i - 1] + u[l][i + 1] + h2 * f[l][i]) - u[l][i]);
        #pragma hydra parallel for
        for (int i = 1; i < n; i++)
            u[l][i] = r[l][i];
    }
}

static double residual(int l)
{
    int n = 1 << l;
    double norm = 0;
    #pragma hydra parallel for reduction(max : norm)
    for (int i = 1; i < n; i++) {
        r[l][i] = f[l][i] + (u[l][i - 1] - 2 * u[l][i] + u[l][i + 1]) * ((double)n * n);
        norm = fmax(norm, fabs(r[l][i]));
    }
    return norm;
}

static void cycle(int l)
{
    if (l == 1) {
        u[1][1] = f[1][1] / 8.0;
        return;
    }
    relax(l, 2);
    residual(l);
    int nc = 1 << (l - 1);
    #pragma hydra parallel for
    for (int i = 1; i < nc; i++) {
        f[l - 1][i] = 0.25 * (r[l][2 * i - 1] + 2 * r[l][2 * i] + r[l][2 * i + 1]);
        u[l - 1][i] = 0;
    }
    u[l - 1][0] = u[l - 1][nc] = 0;
    cycle(l - 1);
    #pragma hydra parallel for
    for (int i = 0; i < nc; i++) {
        u[l][2 * i] += u[l - 1][i];
        u[l][2 * i + 1] += 0.5 * (u[l - 1][i] + u[l - 1][i + 1]);
    }
    relax(l, 2);
}

int main(void)
{
    int n = 1 << L;
    for (int i = 0; i <= n; i++)
        f[L][i] = sin(M_PI * i / n) * M_PI * M_PI;
    for (int k = 0; k < 8; k++) {
        cycle(L);
        printf("cycle %d residual %.4e\n", k, residual(L));
    }
    for (int i = 0; i <= n; i++)
        printf("%.10f\n", u[L][i]);
    return 0;
}
