// distributed: 46 54 98 103
// offloaded: 46 65 98 103
/* Conjugate gradients preconditioned by a symmetric Gauss-Seidel sweep in colours, in the manner of HPCG: a 27-point
   operator with a fixed number of entries a row (ELL), eight colours so that rows of one colour are independent. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NX 8
#define NY 6
#define NZ 6
#define NROW (NX * NY * NZ)
#define MAXNZ 27

static int nnz[NROW], col[NROW][MAXNZ], color_rows[8][NROW], color_count[8];
static double val[NROW][MAXNZ], diag[NROW], x[NROW], b[NROW], r[NROW], z[NROW], p[NROW], Ap[NROW];

static void generate(void)
{
    for (int iz = 0; iz < NZ; iz++)
        for (int iy = 0; iy < NY; iy++)
            for (int ix = 0; ix < NX; ix++) {
                int row = (iz * NY + iy) * NX + ix, n = 0;
                for (int sz = -1; sz <= 1; sz++)
                    for (int sy = -1; sy <= 1; sy++)
                        for (int sx = -1; sx <= 1; sx++) {
                            int jx = ix + sx, jy = iy + sy, jz = iz + sz;
                            if (jx < 0 || jx >= NX || jy < 0 || jy >= NY || jz < 0 || jz >= NZ)
                                continue;
                            col[row][n] = (jz * NY + jy) * NX + jx;
                            val[row][n] = col[row][n] == row ? 26.0 : -1.0;
                            n++;
                        }
                nnz[row] = n;
                diag[row] = 26.0;
                b[row] = 26.0 - (n - 1) + 0.01 * (row % 5);
                int c = (iz & 1) << 2 | (iy & 1) << 1 | (ix & 1);
                color_rows[c][color_count[c]++] = row;
            }
}

static double dot(const double *u, const double *v)
{
    double s = 0;
    #pragma hydra parallel for reduction(+ : s)
    for (int i = 0; i < NROW; i++)
        s += u[i] * v[i];
    return s;
}

static void spmv(const double *v, double *out)
{
    #pragma hydra parallel for
    for (int i = 0; i < NROW; i++) {
        double s = 0.0;
        for (int k = 0; k < nnz[i]; k++)
            s += val[i][k] * v[col[i][k]];
        out[i] = s;
    }
}

static void sweep(int c, const double *rhs, double *u)
{
    #pragma hydra parallel for
    for (int k = 0; k < color_count[c]; k++) {
        int i = color_rows[c][k];
        double s = rhs[i];
        for (int n = 0; n < nnz[i]; n++)
            s -= val[i][n] * u[col[i][n]];
        s += u[i] * diag[i];
        u[i] = s / diag[i];
    }
}

static void symgs(const double *rhs, double *u)
{
    for (int i = 0; i < NROW; i++)
        u[i] = 0;
    for (int c = 0; c < 8; c++)
        sweep(c, rhs, u);
    for (int c = 7; c >= 0; c--)
        sweep(c, rhs, u);
}

int main(void)
{
    generate();
    for (int i = 0; i < NROW; i++)
        r[i] = b[i];
    double rz = 0, first = sqrt(dot(r, r));
    int it;
    for (it = 1; it <= 12; it++) {
        symgs(r, z);
        double old = rz;
        rz = dot(r, z);
        double beta = it == 1 ? 0 : rz / old;
        #pragma hydra parallel for
        for (int i = 0; i < NROW; i++)
            p[i] = z[i] + beta * p[i];
        spmv(p, Ap);
        double alpha = rz / dot(p, Ap);
        #pragma hydra parallel for
        for (int i = 0; i < NROW; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * Ap[i];
        }
        if (sqrt(dot(r, r)) / first < 1e-9)
            break;
    }
    printf("%d iterations\n", it);
    for (int i = 0; i < NROW; i++)
        printf("%.8f\n", x[i]);
    return 0;
}
