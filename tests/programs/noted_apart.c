// hydracc: -fmerge-all-constants
// What two arrays have read at one index, and what is written to them at another: noted apart, even where the native
// compiler lays equal tables of numbers into one place.
#include <stdio.h>

#define N 2000

static double x[2 * N], y[2 * N];
static int from[N], to[N];

static void copy_some(double *p, double *q, int n)
{
    #pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        int j = from[i], k = to[i];
        double s = p[j] + q[j];
        if (i & 1) {
            p[k] = s;
            q[k] = i;
        }
    }
}

int main(void)
{
    double sum = 0;
    for (int i = 0; i < N; i++) {
        from[i] = N - 1 - i;
        to[i] = N + i;
        x[i] = y[i] = i;
        x[N + i] = y[N + i] = -i;
    }
    copy_some(x, y, N);
    for (int i = 0; i < N; i++) {
        from[i] = 2 * N - 1 - i;
        to[i] = i;
    }
    copy_some(x, y, N);
    for (int i = 0; i < 2 * N; i++)
        sum += x[i] * (i % 7) + y[i] * (i % 3);
    printf("%.17g\n", sum);
    return 0;
}
