/* NAS MG in plain C: V-cycles of a multigrid method for a Poisson problem on a periodic cube of N points a side.
 * The right side has +1 at the ten largest of N^3 random numbers, -1 at the ten smallest, and 0 elsewhere. The norm of
 * the residual after NIT cycles is compared with the published one (N = 32: class S, N = 128: class W).
 * Every grid has one layer of ghost points around it, which comm3 fills from the opposite faces. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 32
#endif
#ifndef NIT
#define NIT 4
#endif

static const double a[4] = {-8.0 / 3, 0, 1.0 / 6, 1.0 / 12}, c[3] = {-3.0 / 8, 1.0 / 32, -1.0 / 64};

static double *grid(int n) { return calloc((size_t)(n + 2) * (n + 2) * (n + 2), sizeof(double)); }

static void comm3(int n, double (*u)[n + 2][n + 2]) {
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= n; j++) {
            u[i][j][0] = u[i][j][n];
            u[i][j][n + 1] = u[i][j][1];
        }
    for (int i = 1; i <= n; i++)
        for (int k = 0; k <= n + 1; k++) {
            u[i][0][k] = u[i][n][k];
            u[i][n + 1][k] = u[i][1][k];
        }
    for (int j = 0; j <= n + 1; j++)
        for (int k = 0; k <= n + 1; k++) {
            u[0][j][k] = u[n][j][k];
            u[n + 1][j][k] = u[1][j][k];
        }
}

/* Sums over the neighbours of a point: across a face, an edge, a corner. */
#define FACES(u) (u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k] + u[i][j + 1][k] + u[i][j][k - 1] + u[i][j][k + 1])
#define EDGES(u) (u[i - 1][j - 1][k] + u[i - 1][j + 1][k] + u[i + 1][j - 1][k] + u[i + 1][j + 1][k] + \
                  u[i - 1][j][k - 1] + u[i - 1][j][k + 1] + u[i + 1][j][k - 1] + u[i + 1][j][k + 1] + \
                  u[i][j - 1][k - 1] + u[i][j - 1][k + 1] + u[i][j + 1][k - 1] + u[i][j + 1][k + 1])
#define CORNERS(u) (u[i - 1][j - 1][k - 1] + u[i - 1][j - 1][k + 1] + u[i - 1][j + 1][k - 1] + \
                    u[i - 1][j + 1][k + 1] + u[i + 1][j - 1][k - 1] + u[i + 1][j - 1][k + 1] + \
                    u[i + 1][j + 1][k - 1] + u[i + 1][j + 1][k + 1])

static void resid(int n, double (*u)[n + 2][n + 2], double (*v)[n + 2][n + 2], double (*r)[n + 2][n + 2]) {
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= n; j++)
            for (int k = 1; k <= n; k++)
                r[i][j][k] = v[i][j][k] - a[0] * u[i][j][k] - a[2] * EDGES(u) - a[3] * CORNERS(u);
    comm3(n, r);
}

static void psinv(int n, double (*r)[n + 2][n + 2], double (*u)[n + 2][n + 2]) {
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= n; j++)
            for (int k = 1; k <= n; k++)
                u[i][j][k] += c[0] * r[i][j][k] + c[1] * FACES(r) + c[2] * EDGES(r);
    comm3(n, u);
}

static void rprj3(int n, double (*r)[n + 2][n + 2], double (*s)[n / 2 + 2][n / 2 + 2]) {
    for (int x = 1; x <= n / 2; x++)
        for (int y = 1; y <= n / 2; y++)
            for (int z = 1; z <= n / 2; z++) {
                const int i = 2 * x, j = 2 * y, k = 2 * z;
                s[x][y][z] = 0.5 * r[i][j][k] + 0.25 * FACES(r) + 0.125 * EDGES(r) + 0.0625 * CORNERS(r);
            }
    comm3(n / 2, s);
}

static void interp(int n, double (*z)[n / 2 + 2][n / 2 + 2], double (*u)[n + 2][n + 2]) {
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= n; j++)
            for (int k = 1; k <= n; k++) {
                const int i0 = i / 2, i1 = (i + 1) / 2, j0 = j / 2, j1 = (j + 1) / 2, k0 = k / 2, k1 = (k + 1) / 2;
                u[i][j][k] += 0.125 * (z[i0][j0][k0] + z[i0][j0][k1] + z[i0][j1][k0] + z[i0][j1][k1] +
                                       z[i1][j0][k0] + z[i1][j0][k1] + z[i1][j1][k0] + z[i1][j1][k1]);
            }
    comm3(n, u);
}

static double norm2u3(int n, double (*r)[n + 2][n + 2]) {
    double sum = 0;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= n; j++)
            for (int k = 1; k <= n; k++)
                sum += r[i][j][k] * r[i][j][k];
    return sqrt(sum / ((double)n * n * n));
}

/* Puts x into the list of the ten largest, which is in descending order. */
static void keep(double ten[10], double x) {
    if (x <= ten[9])
        return;
    int p = 9;
    for (; p > 0 && ten[p - 1] < x; p--)
        ten[p] = ten[p - 1];
    ten[p] = x;
}

static void zran3(int n, double (*v)[n + 2][n + 2]) {
    const uint64_t mask = (1ull << 46) - 1, factor = 1220703125;
    double largest[10] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1}, smallest[10];
    for (int i = 0; i < 10; i++)
        smallest[i] = -2;
    uint64_t x = 314159265;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= n; j++)
            for (int k = 1; k <= n; k++) {
                x = x * factor & mask;
                v[i][j][k] = ldexp(x, -46);
                keep(largest, v[i][j][k]);
                keep(smallest, -v[i][j][k]);
            }
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= n; j++)
            for (int k = 1; k <= n; k++)
                v[i][j][k] = v[i][j][k] >= largest[9] ? 1 : v[i][j][k] <= -smallest[9] ? -1 : 0;
    comm3(n, v);
}

static void smooth_error(int n, double *u, double *r);

/* Adds to u the correction that the next coarser grid finds for the residual r. */
static void correct(int n, double *u, double *r) {
    const int m = n / 2;
    double *coarse_u = grid(m), *coarse_r = grid(m);
    rprj3(n, (void *)r, (void *)coarse_r);
    smooth_error(m, coarse_u, coarse_r);
    interp(n, (void *)coarse_u, (void *)u);
    free(coarse_u);
    free(coarse_r);
}

static void smooth_error(int n, double *u, double *r) {
    if (n > 2) {
        correct(n, u, r);
        resid(n, (void *)u, (void *)r, (void *)r);
    }
    psinv(n, (void *)r, (void *)u);
}

int main(void) {
    double *u = grid(N), *v = grid(N), *r = grid(N);
    zran3(N, (void *)v);
    resid(N, (void *)u, (void *)v, (void *)r);
    printf("norm of the residual at first %.8e\n", norm2u3(N, (void *)r));
    for (int it = 1; it <= NIT; it++) {
        correct(N, u, r);
        resid(N, (void *)u, (void *)v, (void *)r);
        psinv(N, (void *)r, (void *)u);
        resid(N, (void *)u, (void *)v, (void *)r);
    }
    const double norm = norm2u3(N, (void *)r);
    const double published = N == 32 && NIT == 4 ? 0.5307707005734e-04 : N == 128 && NIT == 4 ? 0.6467329375339e-05 : 0;
    printf("after %d cycles %.8e\n", NIT, norm);
    printf("verification %s\n", !published                                     ? "not possible for this size"
                                : fabs(norm - published) <= 1e-8 * published ? "successful"
                                                                             : "failed");
    free(u);
    free(v);
    free(r);
    return 0;
}
