/* Out-of-place matrix transposition by square tiles with ragged edges, after which the product with its transpose must
   be symmetric. */
// args: 53 38
// distributed: 21 27 35
// offloaded: 21 27 35
#include <stdio.h>
#include <stdlib.h>

#define TILE 8
#define MIN(a, b) ((a) < (b) ? (a) : (b))

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 64, m = argc > 2 ? atoi(argv[2]) : 64;
    long *a = malloc((size_t)n * m * sizeof(long)), *t = malloc((size_t)n * m * sizeof(long));
    long *p = malloc((size_t)n * n * sizeof(long)), unequal = 0;

    for (int i = 0; i < n * m; i++)
        a[i] = (i * 2654435761u >> 7) % 1000;
    #pragma hydra parallel for
    for (int ii = 0; ii < n; ii += TILE)
        for (int jj = 0; jj < m; jj += TILE)
            for (int i = ii; i < MIN(ii + TILE, n); i++)
                for (int j = jj; j < MIN(jj + TILE, m); j++)
                    t[j * n + i] = a[i * m + j];
    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            long s = 0;
            for (int k = 0; k < m; k++)
                s += a[i * m + k] * t[k * n + j];
            p[i * n + j] = s;
        }
    #pragma hydra parallel for reduction(+ : unequal)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            unequal += p[i * n + j] != p[j * n + i];
    for (int j = 0; j < m; j++) {
        for (int i = 0; i < n; i++)
            printf("%ld ", t[j * n + i]);
        printf("\n");
    }
    for (int i = 0; i < n; i++)
        printf("%ld\n", p[i * n + (i * 7) % n]);
    printf("%ld elements unequal\n", unequal);
    free(a), free(t), free(p);
    return 0;
}
