// deals: block, cyclic
// distributed: 63
// offloaded: 63
/* The embarrassingly parallel benchmark EP of the NAS suite, after its published description: pairs of Gaussian
   deviates by acceptance-rejection from a 46-bit linear congruential generator that each batch enters by jumping
   ahead, with sums and counts of concentric square annuli. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MK 7
#define NK (1 << MK)
#define NQ 10
#define EPSILON 1.0e-8
#define A 1220703125.0
#define S 271828183.0
#define MAX(x, y) ((x) > (y) ? (x) : (y))

static const double r23 = 1.0 / 8388608.0, t23 = 8388608.0;
static const double r46 = (1.0 / 8388608.0) * (1.0 / 8388608.0), t46 = 8388608.0 * 8388608.0;

/* x = a * x mod 2^46; returns x / 2^46 */
static double randlc(double *x, double a)
{
    double t1, t2, t3, t4, a1, a2, x1, x2, z;
    t1 = r23 * a;
    a1 = (int)t1;
    a2 = a - t23 * a1;
    t1 = r23 * (*x);
    x1 = (int)t1;
    x2 = *x - t23 * x1;
    t1 = a1 * x2 + a2 * x1;
    t2 = (int)(r23 * t1);
    z = t1 - t23 * t2;
    t3 = t23 * z + a2 * x2;
    t4 = (int)(r46 * t3);
    *x = t3 - t46 * t4;
    return r46 * (*x);
}

static void vranlc(int n, double *x_seed, double a, double y[])
{
    double x = *x_seed;
    for (int i = 0; i < n; i++)
        y[i] = randlc(&x, a);
    *x_seed = x;
}

int main(void)
{
    const int M = 13; /* 2^M pairs */
    int nn = 1 << (M - MK);
    double an, sx = 0.0, sy = 0.0, gc = 0.0, q[NQ], t1;

    t1 = A;
    for (int i = 0; i < MK + 1; i++)
        randlc(&t1, t1);
    an = t1;
    for (int i = 0; i < NQ; i++)
        q[i] = 0.0;

    #pragma hydra parallel for reduction(+ : sx, sy, q[0 : NQ])
    for (int k = 1; k <= nn; k++) {
        double x[2 * NK], seed = S, step = an;
        int kk = k - 1;
        for (int i = 1; i <= 100; i++) {
            int ik = kk / 2;
            if (2 * ik != kk)
                randlc(&seed, step);
            if (ik == 0)
                break;
            randlc(&step, step);
            kk = ik;
        }
        vranlc(2 * NK, &seed, A, x);
        for (int i = 0; i < NK; i++) {
            double x1 = 2.0 * x[2 * i] - 1.0;
            double x2 = 2.0 * x[2 * i + 1] - 1.0;
            double t = x1 * x1 + x2 * x2;
            if (t <= 1.0) {
                double u = sqrt(-2.0 * log(t) / t);
                double t3 = x1 * u, t4 = x2 * u;
                int l = MAX(fabs(t3), fabs(t4));
                q[l] += 1.0;
                sx += t3;
                sy += t4;
            }
        }
    }
    for (int i = 0; i < NQ; i++)
        gc += q[i];
    printf("pairs %d, gaussian pairs %.0f\n", 1 << M, gc);
    printf("sums %.8e %.8e\n", sx, sy);
    for (int i = 0; i < NQ; i++)
        printf("%3d %15.0f\n", i, q[i]);
    return 0;
}
