// distributed: 36 41 47
// offloaded: 36 41 47
/* Vectors, a matrix and two updates of rank 1:  A := A + u1 v1' + u2 v2',  x := x + beta A' y + z,  w := w + alpha A x.
 *
 *     gemver [n]
 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 150;
    if (n < 1) {
        printf("usage: gemver [n >= 1]\n");
        return 1;
    }
    double (*a)[n] = malloc(sizeof(double[n][n]));
    double *u1 = malloc(n * sizeof *u1), *v1 = malloc(n * sizeof *v1);
    double *u2 = malloc(n * sizeof *u2), *v2 = malloc(n * sizeof *v2);
    double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
    double *z = malloc(n * sizeof *z), *w = malloc(n * sizeof *w);
    const double alpha = 1.5, beta = 1.2;
    for (int i = 0; i < n; i++) {
        u1[i] = i;
        u2[i] = (i + 1.0) / n / 2.0;
        v1[i] = (i + 1.0) / n / 4.0;
        v2[i] = (i + 1.0) / n / 6.0;
        y[i] = (i + 1.0) / n / 8.0;
        z[i] = (i + 1.0) / n / 9.0;
        x[i] = w[i] = 0.0;
        for (int j = 0; j < n; j++)
            a[i][j] = (double)(i * j % n) / n;
    }

#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] += u1[i] * v1[j] + u2[i] * v2[j];
    /* Down the columns: a rank needs the columns that belong to its part of x. */
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            x[i] += beta * a[j][i] * y[j];
        x[i] += z[i];
    }
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            w[i] += alpha * a[i][j] * x[j];

    printf("gemver %d\n", n);
    printf("w[0] = %.10g, w[%d] = %.10g\n", w[0], n - 1, w[n - 1]);
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += w[i];
    printf("checksum %.10g\n", sum);
    free(a);
    free(u1), free(v1), free(u2), free(v2);
    free(x), free(y), free(z), free(w);
    return 0;
}
