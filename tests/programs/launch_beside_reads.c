// Calls that run parallel loops stand in expressions together with elements of the arrays that they change.
#include <stdio.h>

#define N 50
static double a[N], b[N];
static int where[4] = {3, 30, 17, 44};

static double step(double *v, int n) {
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        v[i] += i;
    return v[n - 1];
}

static double sum(const double *v, int n) {
    double s = 0;
#pragma hydra parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}

int main(void) {
    step(b, N);
    double x = step(a, N) * 100 + b[where[1]];
    printf("%g\n", x);
    printf("%g %g %g\n", b[where[2]], sum(a, N), b[7] + sum(b, N));
    b[where[0]] = sum(a, N) + b[where[3]];
    printf("%g %g\n", b[3], sum(b, N));
    if (step(b, N) > b[0] && b[where[1]] < sum(b, N))
        printf("%g\n", b[where[1]]);
    for (int t = 0; t < 3; t++) {
        double d = step(b, N) - b[N - 1];
        printf("%g %g\n", d, b[N - 1] - step(b, N));
    }
    return 0;
}
