// distributed: 17
// offloaded: 17
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define N 45
double v[N];
int main(void)
{
    double a = 1e30, b = -1e30, c = 1e30, d = -1e30, e = 1e30, f = -1e30, g = 1e30, h = -1e30, p = 1e30, q = -1e30;
    float x = 1e30f, y = -1e30f;
    int i;
    unsigned long most = 3;
    long least = 90;
    for (i = 0; i < N; i++) v[i] = sin(i * 1.7) * 100;
    #pragma hydra parallel for reduction(min: a, c, e, g, p, x) reduction(max: b, d, f, h, q, y, most) reduction(min: least)
    for (i = 0; i < N; i++) {
        if (v[i] < a) a = v[i];
        if (v[i] > b) { b = v[i]; }
        if (c > v[i]) c = v[i];
        if (d < v[i]) d = v[i];
        e = v[i] < e ? v[i] : e;
        f = f > v[i] ? f : v[i];
        g = fmin(g, v[i]);
        h = fmax(v[i], h);
        p = (p <= v[i]) ? p : v[i];
        if (v[i] >= q) q = v[i];
        x = fminf(x, (float)v[i]);
        y = fmaxf((float)v[i], y);
        int k = abs((int)v[i]) * 7, l = (int)v[i];
        most = (unsigned long)k > most ? k : most;
        if ((long)l < least) least = l;
    }
    printf("%.17g %.17g\n%.17g %.17g\n%.17g %.17g\n%.17g %.17g\n%.17g %.17g\n%.9g %.9g\n%lu %ld\n", a, b, c, d, e, f, g, h,
           p, q, x, y, most, least);
    return 0;
}
