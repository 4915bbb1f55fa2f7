// distributed: 47 63
// offloaded: 47 63
// Minima, maxima and tallies as programs write them for themselves.
#include <math.h>
#include <stdio.h>
#define N 257
#define MAXIMUM(a, b) ((a) > (b) ? (a) : (b))
static double x[N], y[N];
static int key[N];
static double dmax(double a, double b) { return a > b ? a : b; }
static double dmin(double a, double b)
{
    if (a < b)
        return a;
    return b;
}
static int imin(int a, int b) { if (b < a) { return b; } else return a; }
static long lmax(const long a, const long b) { return MAXIMUM(a, b); }
static void tally(int *hist, int bin) { hist[bin]++; }
static void spread(double *h, int bin, double w)
{
    h[bin] += w / 2;
    if (bin > 0)
        h[bin - 1] += w / 4;
}
static int lowest(int *h, int bin, int v)
{
    if (v < h[bin])
        h[bin] = v;
    return v;
}
int main(void)
{
    int hist[16] = {0}, low[8], least = 1000;
    double weight[16] = {0}, m1 = 0, m2 = -1e9, m3 = 1e9, m4 = 0, m5 = -5, m6 = -1, m7 = 0;
    long most = -1;
    float fl = 0;
    for (int k = 0; k < 8; k++)
        low[k] = 9999;
    for (int i = 0; i < N; i++) {
        x[i] = (i * 37) % 101 - 50.25;
        y[i] = (i * 11) % 89 - 40.5;
        key[i] = (i * 29) % 113;
    }
    for (int t = 0; t < 2; t++) {
#pragma hydra parallel for reduction(max : m1, m2, m4, m5, m6, m7, most) reduction(min : m3, least)
        for (int i = 0; i < N; i++) {
            double d, e = 0;
            if ((d = fabs(x[i] - y[i])) > m1)
                m1 = d;
            m2 = dmax(m2, x[i]);
            m3 = dmin(y[i] + t, m3);
            if (m4 < (e = x[i] * y[i]))
                m4 = e;
            m5 = x[i] > m5 ? x[i] : m5;
            m6 = m6 > fabs(y[i]) ? m6 : fabs(y[i]);
            if (m7 < x[i])
                m7 = x[i];
            least = imin(least, key[i] - 3);
            most = lmax(key[i] * 2L, most);
        }
#pragma hydra parallel for reduction(+ : hist[:16], weight) reduction(min : low) reduction(max : fl)
        for (int i = 0; i < N; i++) {
            tally(hist, key[i] % 16);
            spread(weight, key[i] & 15, 0.5 * key[i]);
            lowest(low, i % 8, key[i]);
            fl = MAXIMUM(fl, (float)x[i]);
        }
    }
    printf("%g %g %g %g %g %g %g %d %ld %g\n", m1, m2, m3, m4, m5, m6, m7, least, most, fl);
    for (int k = 0; k < 16; k++)
        printf("%d %g %d\n", hist[k], weight[k], low[k % 8]);
    return 0;
}
