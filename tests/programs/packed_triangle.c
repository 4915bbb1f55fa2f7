// args: 13
// distributed: 12 16
// offloaded: 12 16
#include <stdio.h>
#include <stdlib.h>
/* the lower triangle, row after row without gaps: the start of row i is i(i+1)/2 */
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4;
    double *t = malloc(n * (n + 1) / 2 * sizeof *t), *x = malloc(n * sizeof *x);
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            t[i * (i + 1) / 2 + j] = 10 * i + j;
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        x[i] = 0;
        for (int j = 0; j < n; j++)
            x[i] += i >= j ? t[i * (i + 1) / 2 + j] : t[j * (j + 1) / 2 + i];
    }
    for (int i = 0; i < n * (n + 1) / 2; i++)
        printf("%g ", t[i]);
    printf("\n");
    for (int i = 0; i < n; i++)
        printf("%g ", x[i]);
    printf("\n");
    free(t);
    free(x);
    return 0;
}
