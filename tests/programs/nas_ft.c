// deals: block, cyclic
// distributed: 56 65 74 97 109 115
// offloaded: 56 65 74 97 109 115
/* The spectral benchmark FT of the NAS suite, after its published description: a three-dimensional Fourier transform
   of random data, evolved in frequency space and transformed back, with a checksum each step. Complex numbers are
   structs; transforms run along rows held in private buffers. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NX 16
#define NY 8
#define NZ 8
#define NMAX 16
#define PI 3.14159265358979323846

typedef struct {
    double re, im;
} dcomplex;

static dcomplex u0[NZ][NY][NX], u1[NZ][NY][NX];
static double twiddle[NZ][NY][NX];

static void fft1(dcomplex *x, int n, int sign)
{
    for (int i = 1, j = 0; i < n; i++) {
        int bit = n >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j) {
            dcomplex t = x[i];
            x[i] = x[j];
            x[j] = t;
        }
    }
    for (int len = 2; len <= n; len <<= 1) {
        double ang = sign * 2 * PI / len;
        for (int i = 0; i < n; i += len)
            for (int k = 0; k < len / 2; k++) {
                dcomplex w = {cos(ang * k), sin(ang * k)}, a = x[i + k], b = x[i + k + len / 2], t;
                t.re = b.re * w.re - b.im * w.im;
                t.im = b.re * w.im + b.im * w.re;
                x[i + k].re = a.re + t.re;
                x[i + k].im = a.im + t.im;
                x[i + k + len / 2].re = a.re - t.re;
                x[i + k + len / 2].im = a.im - t.im;
            }
    }
}

static void fft3d(int sign, dcomplex x[NZ][NY][NX])
{
    dcomplex line[NMAX];
    #pragma hydra parallel for private(line)
    for (int k = 0; k < NZ; k++)
        for (int j = 0; j < NY; j++) {
            for (int i = 0; i < NX; i++)
                line[i] = x[k][j][i];
            fft1(line, NX, sign);
            for (int i = 0; i < NX; i++)
                x[k][j][i] = line[i];
        }
    #pragma hydra parallel for private(line)
    for (int k = 0; k < NZ; k++)
        for (int i = 0; i < NX; i++) {
            for (int j = 0; j < NY; j++)
                line[j] = x[k][j][i];
            fft1(line, NY, sign);
            for (int j = 0; j < NY; j++)
                x[k][j][i] = line[j];
        }
    #pragma hydra parallel for private(line)
    for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++) {
            for (int k = 0; k < NZ; k++)
                line[k] = x[k][j][i];
            fft1(line, NZ, sign);
            for (int k = 0; k < NZ; k++)
                x[k][j][i] = line[k];
        }
}

int main(void)
{
    const double alpha = 1e-3;
    unsigned seed = 314159265;
    for (int k = 0; k < NZ; k++)
        for (int j = 0; j < NY; j++)
            for (int i = 0; i < NX; i++) {
                seed = seed * 1103515245u + 12345u;
                u1[k][j][i].re = (double)(seed >> 8) / (1 << 24);
                seed = seed * 1103515245u + 12345u;
                u1[k][j][i].im = (double)(seed >> 8) / (1 << 24);
            }
    #pragma hydra parallel for
    for (int k = 0; k < NZ; k++) {
        int kk = (k + NZ / 2) % NZ - NZ / 2;
        for (int j = 0; j < NY; j++) {
            int jj = (j + NY / 2) % NY - NY / 2;
            for (int i = 0; i < NX; i++) {
                int ii = (i + NX / 2) % NX - NX / 2;
                twiddle[k][j][i] = exp(-4 * alpha * PI * PI * (ii * ii + jj * jj + kk * kk));
            }
        }
    }
    fft3d(1, u1);
    #pragma hydra parallel for
    for (int k = 0; k < NZ; k++)
        for (int j = 0; j < NY; j++)
            for (int i = 0; i < NX; i++)
                u0[k][j][i] = u1[k][j][i];
    for (int iter = 1; iter <= 3; iter++) {
        #pragma hydra parallel for
        for (int k = 0; k < NZ; k++)
            for (int j = 0; j < NY; j++)
                for (int i = 0; i < NX; i++) {
                    u0[k][j][i].re *= twiddle[k][j][i];
                    u0[k][j][i].im *= twiddle[k][j][i];
                    u1[k][j][i] = u0[k][j][i];
                }
        fft3d(-1, u1);
        double cr = 0, ci = 0;
        for (int j = 1; j <= 128; j++) {
            int q = j % NX, r = 3 * j % NY, s = 5 * j % NZ;
            cr += u1[s][r][q].re;
            ci += u1[s][r][q].im;
        }
        printf("T = %d  checksum = %.12e %.12e\n", iter, cr / (NX * NY * NZ), ci / (NX * NY * NZ));
    }
    for (int k = 0; k < NZ; k++)
        for (int i = 0; i < NX; i++)
            printf("%.9f %.9f\n", u1[k][k % NY][i].re, u1[k][k % NY][i].im);
    return 0;
}
