// args: 37
// distributed: 14 29 42 48 54 61 68
// offloaded: 14 29 42 48 54 61 68
/* Factors, inverses and triangles: loops whose work shrinks from step to step, beside loops over all rows. */
#include <stdio.h>
#include <stdlib.h>

static double spare[64][64]; /* of which a part is used */

/* One step of Gauss' elimination on the part of the matrix that starts at (k, k). */
static void eliminate(long *top, int size, int n)
{
#pragma hydra parallel for
    for (int i = 1; i < size; i++) {
        long factor = top[i * n] % 7;
        for (int j = 0; j < size; j++)
            top[i * n + j] -= factor * top[j] % 1000;
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 12;
    long *m = malloc((size_t)n * n * sizeof *m);
    long (*t)[n] = malloc(sizeof(long[n][n]));
    long *rows = calloc(n, sizeof *rows);

#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            m[i * n + j] = (i * 31 + j * 17) % 101 - 50;
            t[i][j] = (i * 5 + j * 3) % 23;
        }

    for (int k = 0; k + 1 < n; k++)
        eliminate(m + k * n + k, n - k, n);

    /* columns from the last to the first, rows above the diagonal */
    for (int k = n - 1; k > 0; --k) {
        int last = k - 1;
#pragma hydra parallel for
        for (int i = last; i >= 0; i--)
            t[i][k] += t[i][last] * t[k][k] % 13;
    }

    /* a triangle */
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            rows[i] += t[i][j] * (j + 1);

    /* Cholesky's shape: each step reads the column of the step */
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            spare[i][j] = i == j ? n + i : 1.0 / (1 + i + j);
    for (int k = 0; k < n; k++) {
        for (int i = k + 1; i < n; i++)
            spare[i][k] /= spare[k][k];
#pragma hydra parallel for
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j <= i; j++)
                spare[i][j] -= spare[i][k] * spare[j][k] * spare[k][k];
    }

    long sum = 0;
#pragma hydra parallel for reduction(+:sum)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += m[i * n + j] % 1009 * (i + 2 * j + 1);
    printf("%ld\n", sum);
    for (int i = 0; i < n; i++)
        printf("%ld %ld %.9g %ld\n", m[i * n + i], rows[i], spare[i][i], t[i][n - 1]);
    free(m);
    free(t);
    free(rows);
    return 0;
}
