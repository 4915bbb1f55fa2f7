// distributed: 17 21 30 37
// offloaded: 17 21 30 37
// Rows that several entries of a table name, and tables that the program changes between loops.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 24, m = 16;
    double *block = calloc(n * m, sizeof(double));
    double **t = malloc(n * sizeof *t), **view = malloc(n * sizeof *view);
    for (int i = 0; i < n; i++) {
        t[i] = block + i * m;
        view[i] = block + (n - 1 - i) * m;
    }
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            t[i][j] = i * 100 + j;
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m / 2; j++)
            view[i][j] = t[n - 1 - i][j + m / 2] + 0.5;
    for (int k = 0; k < 6; k++) {
        double *first = t[0];
        for (int i = 0; i + 1 < n; i++)
            t[i] = t[i + 1];
        t[n - 1] = first;
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                t[i][j] = t[i][j] * 1.01 + i;
    }
    t[5] = t[6]; /* from here on two entries name one row */
    double s = 0;
#pragma hydra parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += t[i][3];
    printf("%.12g\n", s);
    for (int i = 0; i < n; i++)
        printf("%.12g%c", t[i][i % m], i % 6 == 5 ? '\n' : ' ');
    return 0;
}
