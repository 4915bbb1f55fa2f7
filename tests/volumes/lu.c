/* LU factors without pivoting, for the count of bytes: the matrix is made by all ranks (init 0), or by a parallel loop.
 *
 *     lu [n [init]]
 */
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 46;
    int init = argc > 2 ? atoi(argv[2]) : 0;
    double (*a)[n] = malloc(sizeof(double[n][n]));
    if (init) {
        #pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                a[i][j] = i == j ? n + 1.0 : (double)((i * 13 + j * 5) % 17) / 17.0;
    } else
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                a[i][j] = i == j ? n + 1.0 : (double)((i * 13 + j * 5) % 17) / 17.0;
    for (int k = 0; k < n; k++) {
        #pragma hydra parallel for
        for (int i = k + 1; i < n; i++) {
            a[i][k] /= a[k][k];
            for (int j = k + 1; j < n; j++)
                a[i][j] -= a[i][k] * a[k][j];
        }
    }
    double s = 0;
    #pragma hydra parallel for reduction(+:s)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            s += a[i][j];
    printf("%.6f\n", s);
    free(a);
    return 0;
}
