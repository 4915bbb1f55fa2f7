// deals: block, cyclic
/* LU decomposition without pivoting, after the PolyBench kernel "lu", right-looking on a linearised matrix. */
// args: 46
// distributed: 18 24
// offloaded: 18 24
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 46;
    double *a = (double *)malloc((size_t)n * n * sizeof(double));
    if (a == NULL)
        return 1;

    /* diagonally dominant, so that no pivots are needed */
    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i * n + j] = i == j ? n + 1.0 : (double)((i * 13 + j * 5) % 17) / 17.0;

    for (int k = 0; k < n; k++) {
        #pragma hydra parallel for
        for (int i = k + 1; i < n; i++) {
            a[i * n + k] /= a[k * n + k];
            for (int j = k + 1; j < n; j++)
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
        }
    }

    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            printf("%.6f ", a[i * n + j]);
        printf("\n");
    }
    free(a);
    return 0;
}
