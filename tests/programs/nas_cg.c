// deals: block, cyclic
// distributed: 51 58 63 71 77 84 89 106 113 121
// offloaded: 51 58 63 71 77 84 89 106 113 121
/* The conjugate gradient benchmark CG of the NAS suite, after its published description: inverse power iterations for
   the largest eigenvalue of a sparse random symmetric matrix in compressed rows, 15 unpreconditioned CG steps each. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NA 140
#define NONZER 5
#define NITER 4
#define SHIFT 10.0
#define NZ (NA * (2 * NONZER + 1))

static int colidx[NZ], rowstr[NA + 1];
static double a[NZ], x[NA + 2], z[NA + 2], p[NA + 2], q[NA + 2], r[NA + 2];

/* row i has a dominant diagonal and, symmetrically, partners (i + h) and (i - h) for a few hops h */
static void makea(void)
{
    static const int hop[NONZER] = {1, 3, 17, 29, 53};
    int nz = 0;
    for (int i = 0; i < NA; i++) {
        rowstr[i] = nz;
        colidx[nz] = i;
        a[nz++] = 4.0 + (i % 7) * 0.25;
        for (int h = 0; h < NONZER; h++) {
            int up = (i + hop[h]) % NA, down = (i - hop[h] + NA) % NA;
            /* the value belongs to the edge, not to its end */
            if ((i + h) % 3) {
                colidx[nz] = up;
                a[nz++] = -0.25 - 0.01 * ((i * 7 + h) % 11);
            }
            if ((down + h) % 3) {
                colidx[nz] = down;
                a[nz++] = -0.25 - 0.01 * ((down * 7 + h) % 11);
            }
        }
    }
    rowstr[NA] = nz;
}

static void conj_grad(double *rnorm)
{
    double d, sum, rho, rho0, alpha, beta;
    int j, k, cgit;

    rho = 0.0;
    #pragma hydra parallel for
    for (j = 0; j < NA; j++) {
        q[j] = 0.0;
        z[j] = 0.0;
        r[j] = x[j];
        p[j] = r[j];
    }
    #pragma hydra parallel for reduction(+ : rho)
    for (j = 0; j < NA; j++)
        rho = rho + r[j] * r[j];

    for (cgit = 1; cgit <= 15; cgit++) {
        #pragma hydra parallel for private(sum, k)
        for (j = 0; j < NA; j++) {
            sum = 0.0;
            for (k = rowstr[j]; k < rowstr[j + 1]; k++)
                sum = sum + a[k] * p[colidx[k]];
            q[j] = sum;
        }
        d = 0.0;
        #pragma hydra parallel for reduction(+ : d)
        for (j = 0; j < NA; j++)
            d = d + p[j] * q[j];
        alpha = rho / d;
        rho0 = rho;
        rho = 0.0;
        #pragma hydra parallel for reduction(+ : rho)
        for (j = 0; j < NA; j++) {
            z[j] = z[j] + alpha * p[j];
            r[j] = r[j] - alpha * q[j];
            rho = rho + r[j] * r[j];
        }
        beta = rho / rho0;
        #pragma hydra parallel for
        for (j = 0; j < NA; j++)
            p[j] = r[j] + beta * p[j];
    }
    sum = 0.0;
    #pragma hydra parallel for private(d, k) reduction(+ : sum)
    for (j = 0; j < NA; j++) {
        d = 0.0;
        for (k = rowstr[j]; k < rowstr[j + 1]; k++)
            d += a[k] * z[colidx[k]];
        d = x[j] - d;
        sum += d * d;
    }
    *rnorm = sqrt(sum);
}

int main(void)
{
    double zeta = 0.0, rnorm, norm_temp1, norm_temp2;
    int j, it;

    makea();
    #pragma hydra parallel for
    for (j = 0; j < NA + 1; j++)
        x[j] = 1.0;
    for (it = 1; it <= NITER; it++) {
        conj_grad(&rnorm);
        norm_temp1 = 0.0;
        norm_temp2 = 0.0;
        #pragma hydra parallel for reduction(+ : norm_temp1, norm_temp2)
        for (j = 0; j < NA; j++) {
            norm_temp1 = norm_temp1 + x[j] * z[j];
            norm_temp2 = norm_temp2 + z[j] * z[j];
        }
        norm_temp2 = 1.0 / sqrt(norm_temp2);
        zeta = SHIFT + 1.0 / norm_temp1;
        printf("%5d  residual below 1e-3: %d  zeta %.10f\n", it, rnorm < 1e-3, zeta);
        #pragma hydra parallel for
        for (j = 0; j < NA; j++)
            x[j] = norm_temp2 * z[j];
    }
    for (j = 0; j < NA; j++)
        printf("%.8f\n", x[j]);
    return 0;
}
