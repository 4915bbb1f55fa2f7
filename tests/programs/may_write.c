// args: 41
// distributed: 17 24 28 33 37
// offloaded: 17 24 28 33 37
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 20, hits = 0;
    double *c = malloc(n * sizeof(double)), *a = malloc(n * sizeof(double));
    double (*m)[n] = malloc(n * sizeof *m);

    for (int i = 0; i < n; i++) {
        c[i] = (i * 7) % 5 - 2;
        a[i] = 0.5 * i;
    }
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            m[i][j] = -1;

    for (int t = 0; t < 3; t++) {
        /* what is not written keeps its old value, wherever that lies */
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            if (c[i] > 0)
                a[i] = c[i] * 100 + t;
#pragma hydra parallel for
        for (int i = 1; i < n; i++)
            for (int j = 0; j < n; j++)
                if (a[j] > a[i])
                    m[i - 1][j] = a[i] + j;
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            c[i] = (i * 3 + t) % 4 - 1;
    }
#pragma hydra parallel for reduction(+:hits)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            hits += m[i][j] != -1;
    printf("%d\n", hits);
    for (int i = 0; i < n; i++)
        printf("%g %g %g %g\n", a[i], c[i], m[i][0], m[i][n - 1 - i]);
    free(c);
    free(a);
    free(m);
    return 0;
}
