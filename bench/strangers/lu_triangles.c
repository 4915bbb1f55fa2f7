// bench: 1200
// quick: 60
/* LU without pivots of a diagonally dominant matrix, then many right-hand sides by forward and backward
   substitution. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void factor(double *a, int n)
{
    for (int k = 0; k < n; k++) {
        #pragma hydra parallel for
        for (int i = k + 1; i < n; i++) {
            double l = a[i * n + k] / a[k * n + k];
            a[i * n + k] = l;
            for (int j = k + 1; j < n; j++)
                a[i * n + j] -= l * a[k * n + j];
        }
    }
}

static void solve(const double *a, double *x, int n, int sides)
{
    #pragma hydra parallel for
    for (int s = 0; s < sides; s++) {
        double *v = x + s * n;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++)
                v[i] -= a[i * n + j] * v[j];
        for (int i = n - 1; i >= 0; i--) {
            for (int j = i + 1; j < n; j++)
                v[i] -= a[i * n + j] * v[j];
            v[i] /= a[i * n + i];
        }
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 300, sides = 16;
    double *a = malloc(sizeof(double) * n * n), *x = malloc(sizeof(double) * n * sides), norm = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i * n + j] = i == j ? n : 1.0 / (1 + (i * 7 + j * 13) % 17);
    for (int s = 0; s < sides; s++)
        for (int i = 0; i < n; i++)
            x[s * n + i] = (i + s) % 10;
    factor(a, n);
    solve(a, x, n, sides);
    for (int i = 0; i < n * sides; i++)
        norm += x[i] * x[i];
    printf("pivot %.6g, norm %.6g\n", a[n * n - 1], sqrt(norm));
    return 0;
}
