// bench: 18 42
// quick: 8 1
/* A spectrum filtered again and again: self-sorting FFT (Stockham), a stage a loop, to and fro between two arrays. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    double re, im;
} complex_t;

static complex_t *root;

static complex_t *transform(complex_t *x, complex_t *y, int n, int sign)
{
    for (int half = n / 2, stride = 1; half >= 1; half /= 2, stride *= 2) {
        #pragma hydra parallel for
        for (int p = 0; p < half; p++) {
            complex_t w = root[p * stride];
            w.im *= sign;
            for (int q = 0; q < stride; q++) {
                complex_t a = x[q + stride * p], b = x[q + stride * (p + half)], d = {a.re - b.re, a.im - b.im};
                y[q + stride * 2 * p] = (complex_t){a.re + b.re, a.im + b.im};
                y[q + stride * (2 * p + 1)] = (complex_t){d.re * w.re - d.im * w.im, d.re * w.im + d.im * w.re};
            }
        }
        complex_t *t = x;
        x = y;
        y = t;
    }
    return x;
}

int main(int argc, char **argv)
{
    int bits = argc > 1 ? atoi(argv[1]) : 14, rounds = argc > 2 ? atoi(argv[2]) : 4, n = 1 << bits;
    complex_t *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    double power = 0;
    root = malloc(n / 2 * sizeof *root);
    for (int i = 0; i < n / 2; i++)
        root[i] = (complex_t){cos(2 * M_PI * i / n), sin(2 * M_PI * i / n)};
    for (int i = 0; i < n; i++)
        a[i] = (complex_t){i % 100 < 50 ? 1 : -1, 0.1 * (i % 7)};
    for (int t = 0; t < rounds; t++) {
        complex_t *s = transform(a, b, n, -1), *other = s == a ? b : a;
        #pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            double f = i < n / 2 ? i : n - i, keep = 1 / (1 + f * f / (0.01 * n * n)) / n;
            s[i].re *= keep;
            s[i].im *= keep;
        }
        complex_t *back = transform(s, other, n, 1);
        if (back == b) {
            b = a;
            a = back;
        }
    }
    #pragma hydra parallel for reduction(+:power)
    for (int i = 0; i < n; i++)
        power += a[i].re * a[i].re + a[i].im * a[i].im;
    printf("power %.6g, %.6g\n", power, a[n / 3].re);
    return 0;
}
