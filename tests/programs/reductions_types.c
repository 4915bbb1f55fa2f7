// distributed: 28
// offloaded: 28
#include <stdbool.h>
#include <stdio.h>

#define N 60
static short sh[N];

int main(void)
{
    float f = 0.5f, fmin_ = 1e9f;
    double d = 1.0, dmax = -1e9;
    long long ll = 1LL << 40;
    unsigned u = 4000000000u, ux = 0;
    unsigned char uc = 250;
    signed char sc = 5;
    short s = 100;
    long l = -1;
    unsigned long ul = 1;
    bool every = true, some = false;

    for (int i = 0; i < N; i++)
        sh[i] = (short)(i * i - 30 * i);

    /* values that floats add exactly in any order */
#pragma hydra parallel for reduction(+: f, d, ll, u, uc, s) reduction(min: fmin_, sc) reduction(max: dmax) \
    reduction(&: l) reduction(*: ul) reduction(^: ux) reduction(&&: every) reduction(||: some)
    for (int i = 0; i < N; i++) {
        f += sh[i] * 0.25f;
        d += sh[i] * 0.125;
        ll += (long long)sh[i] * 1048576;
        u += 12345678u + i;
        uc += (unsigned char)i;
        s += sh[i];
        if (sh[i] < fmin_) fmin_ = sh[i];
        sc = sc < i % 50 - 40 ? sc : i % 50 - 40;
        dmax = sh[i] * 1.5 > dmax ? sh[i] * 1.5 : dmax;
        l &= ~(1L << i);
        ul *= 3;
        ux ^= (unsigned)sh[i] * 977u;
        every = every && sh[i] > -226;
        some = some || sh[i] == 0;
    }
    printf("%.9g %.9g %lld %u %d %d\n", f, d, ll, u, uc, s);
    printf("%.9g %d %.9g %lx %lu %u %d %d\n", fmin_, sc, dmax, (unsigned long)l, ul, ux, every, some);
    return 0;
}
