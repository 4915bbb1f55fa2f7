// distributed: 39 60
// replicated: 50 54
/* Self-sorting (Stockham) FFT of many rows with C99 complex numbers, the 2-D transform by rows, transposition, rows. */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 32
typedef double complex cplx;

static cplx grid[N][N], flipped[N][N];

static void fft_row(cplx *x, int n)
{
    cplx y[N];
    cplx *a = x, *b = y;
    for (int l = n / 2, m = 1; l >= 1; l /= 2, m *= 2) {
        for (int j = 0; j < l; j++) {
            cplx w = cexp(-I * M_PI * j / l);
            for (int k = 0; k < m; k++) {
                cplx c0 = a[k + j * m], c1 = a[k + j * m + l * m];
                b[k + 2 * j * m] = c0 + c1;
                b[k + 2 * j * m + m] = w * (c0 - c1);
            }
        }
        cplx *t = a;
        a = b;
        b = t;
    }
    if (a != x)
        for (int i = 0; i < n; i++)
            x[i] = a[i];
}

static void transpose(cplx (*to)[N], cplx (*from)[N])
{
    #pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            to[i][j] = from[j][i];
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            grid[i][j] = ((i * 5 + j * 3) % 11) + I * ((i + 2 * j) % 7);
    #pragma hydra parallel for
    for (int i = 0; i < N; i++)
        fft_row(grid[i], N);
    transpose(flipped, grid);
    #pragma hydra parallel for
    for (int i = 0; i < N; i++)
        fft_row(flipped[i], N);
    transpose(grid, flipped);

    double power = 0;
    #pragma hydra parallel for reduction(+ : power)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            power += creal(grid[i][j] * conj(grid[i][j]));
    printf("power %.6f\n", power);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            printf("%.8f%+.8fi\n", creal(grid[i][j]), cimag(grid[i][j]));
    return 0;
}
