// distributed: 12
// offloaded: 12
/* A triangle in strips, every other row, whose last one may be cut off: a bound that is chosen. */
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int n = 13; double **B = malloc(n * sizeof(double *));
    for (int i = 0; i < n; i++) { B[i] = malloc(n * sizeof(double)); for (int j = 0; j < n; j++) B[i][j] = i + j; }
    for (int k = 0; k < n; k++) {
        #pragma hydra parallel for
        for (int i = k; i < (k + 3 < n ? k + 3 : n); i += 2)
            for (int j = k; j < i + 1; j++) B[i][j] -= 0.25;
    }
    printf("%g %g\n", B[n - 1][0], B[n - 1][n - 1]);
    return 0;
}
