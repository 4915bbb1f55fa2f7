// distributed: 23 31
// offloaded: 23 31
// NaNs whose signs C leaves open: compilers fold them and processors make them in their own ways, and what one computes
// with them goes on with either.
#include <math.h>
#include <stdio.h>

struct pair {
    float low;
    double high;
};

int main(void)
{
    enum { n = 64 };
    static double a[n], b[n];
    static float f[n];
    static struct pair p[n];
    for (int i = 0; i < n; i++)
        a[i] = i % 8 - 3;
    for (int t = 0; t < 3; t++) {
        #pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            double zero = a[i] * 0;
            b[i] = i % 4 == 1 ? zero / zero : i % 4 == 2 ? -(zero / zero) : a[i];
            f[i] = (float)(i % 3 == 0 ? -b[i] : b[i]);
            p[i].low = f[i] - f[i];
            p[i].high = i % 5 == 0 ? -(b[i] - b[i]) : b[i] / 3;
        }
        #pragma hydra parallel for
        for (int i = 0; i < n; i++)
            a[i] = isnan(b[n - 1 - i]) ? i : b[n - 1 - i] * 0.5;
    }
    int nans = 0;
    for (int i = 0; i < n; i++) {
        nans += isnan(b[i]) + isnan(f[i]) + isnan(p[i].low) + isnan(p[i].high);
        printf("%g%c", a[i], i % 16 == 15 ? '\n' : ' ');
    }
    printf("%d\n", nans);
    return 0;
}
