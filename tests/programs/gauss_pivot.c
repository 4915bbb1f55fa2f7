// args: 17
// distributed: 13 31
// offloaded: 13 31
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
/* elimination with row exchange: the pivot is found and the rows are exchanged by serial code */
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5, w = n + 1;
    double *a = malloc(sizeof(double) * n * w), *x = malloc(sizeof(double) * n);
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            a[i * w + j] = (double)((i * 7 + j * 11) % 13) + (i + j == n - 1 ? 20 : 0);
        a[i * w + n] = i + 1;
    }
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i * w + k]) > fabs(a[best * w + k]))
                best = i;
        printf("pivot %d in row %d: %.12g\n", k, best, a[best * w + k]);
        if (best != k)
            for (int j = k; j < w; j++) {
                double t = a[k * w + j];
                a[k * w + j] = a[best * w + j];
                a[best * w + j] = t;
            }
#pragma hydra parallel for
        for (int i = k + 1; i < n; i++) {
            double f = a[i * w + k] / a[k * w + k];
            for (int j = k; j < w; j++)
                a[i * w + j] -= f * a[k * w + j];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        double s = a[i * w + n];
        for (int j = i + 1; j < n; j++)
            s -= a[i * w + j] * x[j];
        x[i] = s / a[i * w + i];
    }
    for (int i = 0; i < n; i++)
        printf("%.12g\n", x[i]);
    free(a);
    free(x);
    return 0;
}
