// distributed: 25 28
/* Sums and products of complex numbers, and of integers of 128 bits. */
#include <complex.h>
#include <stdio.h>

#define N 200
static double complex z[N];

static void show(const char *name, __int128 v)
{
    printf("%s %lld %llu\n", name, (long long)(v >> 64), (unsigned long long)v);
}

int main(void)
{
    double complex sum = 1 + 2 * I, turn = 1;
    float complex small = 0;
    long double complex large = 0;
    double complex bins[4] = {0};
    __int128 total = -5, least = (__int128)1 << 100;
    unsigned __int128 product = 1, bits = 0;
    _Bool any = 0;

#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        z[i] = i * 0.5 - 3 + (7 - i * 0.25) * I;
#pragma hydra parallel for reduction(+ : sum, small, large, bins, total) reduction(* : turn, product) reduction(min : least) reduction(| : bits) reduction(|| : any)
    for (int i = 0; i < N; i++) {
        sum += z[i];
        turn *= z[i] / cabs(z[i] + (i == 6 ? 1 : 0));
        small += (float)i - 2 * I;
        large += z[i] * z[N - 1 - i];
        bins[i % 4] += conj(z[i]);
        total += (__int128)i << 70;
        product *= 2 * i + 1;
        bits |= (unsigned __int128)1 << (i % 128);
        __int128 v = ((__int128)(i - 100) << 80) + i;
        least = v < least ? v : least;
        any = any || creal(z[i]) > 90;
    }
    printf("%.6g %.6g  %.4f %.4f\n", creal(sum), cimag(sum), creal(turn), cimag(turn));
    printf("%g %g  %.6Lg %.6Lg\n", crealf(small), cimagf(small), creall(large), cimagl(large));
    for (int b = 0; b < 4; b++)
        printf("%.6g %.6g ", creal(bins[b]), cimag(bins[b]));
    printf("%d\n", any);
    show("total", total);
    show("product", product);
    show("bits", bits);
    show("least", least);
    return 0;
}
