/* The twin of t26.cmaps. */
#include <math.h>
#include <stdio.h>
typedef struct { double re, im; } cplx;
static cplx A[32], B[32];
static void fft(int n, double sign) {
    const double pi = 3.14159265358979323846;
    for (int m = n / 2; m >= 1; m /= 2) {
        int groups = n / 2 / m;
        for (int g = 0; g < groups; g++) for (int k = 0; k < m; k++) {
            cplx e = A[2 * m * g + k], o = A[2 * m * g + k + m];
            double w = sign * pi * g / groups, c = cos(w), s = sin(w), re = o.re * c - o.im * s, im = o.re * s + o.im * c;
            B[m * g + k] = (cplx){e.re + re, e.im + im};
            B[m * g + k + n / 2] = (cplx){e.re - re, e.im - im};
        }
        for (int i = 0; i < n; i++) A[i] = B[i];
    }
    if (sign > 0) for (int i = 0; i < n; i++) { A[i].re *= 1.0 / n; A[i].im *= 1.0 / n; }
}
int main(void) {
    for (int i = 0; i < 32; i++) { A[i].re = i % 7 - 3; A[i].im = i % 4; }
    fft(32, -1);
    for (int i = 0; i < 32; i++) printf("%.12g %.12g\n", A[i].re, A[i].im);
    fft(32, 1);
    for (int i = 0; i < 32; i++) printf("%.9f %.9f\n", A[i].re + 1e-12, A[i].im + 1e-12);
    fft(1, 1);
    printf("%.12g\n", A[0].re);
    return 0;
}
