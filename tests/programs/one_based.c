// args: 16 9
// distributed: 14 22 25
// offloaded: 14 22 25
#include <stdio.h>
#include <stdlib.h>
#define IDX(i, j) (((i) - 1) * ld + (j) - 1)
/* arrays that begin at one, with a leading dimension wider than what is used */
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), m = atoi(argv[argc - 1]), ld = m + 3, i, j, k;
    double *a = calloc(n * ld, sizeof(double)), *v = malloc((n + 1) * sizeof(double));
    float *f = malloc((n + 1) * sizeof(float));
#pragma hydra parallel for private(j)
    for (i = 1; i <= n; i++) {
        for (j = 1; j <= m; j++)
            a[IDX(i, j)] = i + j / 10.0;
        v[i] = -i;
        f[i] = i * 0.5f;
    }
    for (k = 1; k <= 3; k++) {
#pragma hydra parallel for private(j)
        for (i = 2; i <= n; i++)
            v[i] = a[IDX(i - 1, k)] + a[IDX(i, m)] + f[i - 1];
#pragma hydra parallel for private(j)
        for (i = 1; i <= n; i++)
            for (j = k; j <= m; j++)
                a[IDX(i, j)] -= v[i] / 8;
    }
    for (i = 1; i <= n; i++) {
        for (j = 1; j <= ld; j++)
            printf("%g ", a[IDX(i, j)]);
        printf("| %g %g\n", v[i], f[i]);
    }
    free(a);
    free(v);
    free(f);
    return 0;
}
