// stderr: the loop writes the memory of pointers
// replicated: 10
/* A loop through a table stores pointers, first beside the table and then, by the same text, into it. */
#include <stdio.h>
#include <stdlib.h>

static void pass_on(int n, int m, double **t, double **to, int by)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            t[i][j] += i * j + by;
        to[i] = t[i] + by;
    }
}

int main(void)
{
    int n = 40, m = 30;
    double **t = malloc(n * sizeof *t), **other = malloc(n * sizeof *other);
    for (int i = 0; i < n; i++)
        t[i] = calloc(m + 2, sizeof(double));
    pass_on(n, m, t, other, 1);
    pass_on(n, m, t, other, 1);
    pass_on(n, m, other, t, 0);
    pass_on(n, m, t, t, 1);
    pass_on(n, m, t, other, 0);
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum = sum * 0.9 + t[i][j - 1] + other[i][j];
    printf("%.17g\n", sum);
    return 0;
}
