// args: 14 11
// distributed: 29 35 44
// offloaded: 29 35 44
#include <stdio.h>
#include <stdlib.h>

static double sum_row(const double *row, int n)
{
    double s = 0;
    for (int j = 0; j < n; j++)
        s += row[j];
    return s;
}

static void shift_row(double *row, int n, double by)
{
    for (int j = 0; j < n; j++)
        row[j] -= by;
}

int main(int argc, char **argv)
{
    int m = atoi(argv[1]), n = atoi(argv[argc - 1]);
    double *a = malloc(m * n * sizeof(double)), *p;
    double (*b)[n] = malloc(m * sizeof *b);
    double mean[m];

#pragma hydra parallel for private(p)
    for (int i = 0; i < m; i++) {
        p = a + i * n;
        for (int j = 0; j < n; j++)
            p[j] = i * 2.5 + j;
    }
#pragma hydra parallel for
    for (int i = 1; i < m; i++) {
        const double *row = &a[i * n], *above = &a[(i - 1) * n];
        double *out = b[i];
        for (int j = 0; j < n; j++)
            out[j] = row[j] * above[n - 1 - j];
    }
    for (int j = 0; j < n; j++)
        b[0][j] = 1;
#pragma hydra parallel for
    for (int i = 0; i < m; i++) {
        mean[i] = sum_row(&b[i][0], n) / n;
        shift_row(b[i], n, mean[i]);
    }
    for (int i = 0; i < m; i++) {
        printf("%.12g:", mean[i]);
        for (int j = 0; j < n; j++)
            printf(" %.12g", b[i][j]);
        printf("\n");
    }
    free(a);
    free(b);
    return 0;
}
