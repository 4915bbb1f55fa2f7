// distributed: 66 76
// offloaded: 66 76
/* Shortest paths between all pairs of towns, by the method of Floyd and Warshall.
 *
 * d[i*n+j] is the length of the shortest path found so far from i to j. In round k paths through town k are allowed:
 * d(i,j) = min(d(i,j), d(i,k) + d(k,j)). The rounds follow one another; within a round all rows are independent but
 * for row k, which all read. It does not change in its own round (the way from k to k is zero), and the guard i != k
 * says so.
 *
 *     floyd [n [init]]      init: 0 serial, 1 parallel
 */
#include <stdio.h>
#include <stdlib.h>

#define FAR 1.0e6 /* no road */

/* A ring of short roads with some longer ones across. */
static double road(int n, int i, int j)
{
    if (i == j)
        return 0.0;
    if (j == i + 1 || (i == n - 1 && j == 0))
        return (double)(1 + i % 4);
    if ((i * 5 + j * 3) % 17 == 0)
        return (double)(10 + (i + j) % 23);
    return FAR;
}

static void init_serial(int n, double *d)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            d[i * n + j] = road(n, i, j);
}

static void init_parallel(int n, double *d)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            d[i * n + j] = road(n, i, j);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 120;
    int init = argc > 2 ? atoi(argv[2]) : 0;
    if (n < 2) {
        printf("usage: floyd [n >= 2 [init]]\n");
        return 1;
    }

    double *d = malloc((size_t)n * n * sizeof(double));
    if (d == NULL) {
        printf("out of memory\n");
        return 1;
    }

    if (init == 0)
        init_serial(n, d);
    else
        init_parallel(n, d);

    for (int k = 0; k < n; k++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            if (i != k)
                for (int j = 0; j < n; j++) {
                    double through = d[i * n + k] + d[k * n + j];
                    d[i * n + j] = through < d[i * n + j] ? through : d[i * n + j];
                }
    }

    double sum = 0.0, longest = 0.0;
#pragma hydra parallel for reduction(+:sum) reduction(max:longest)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            sum += d[i * n + j];
            if (d[i * n + j] > longest)
                longest = d[i * n + j];
        }

    int m = n / 2;
    printf("floyd, %d towns\n", n);
    printf("checksum %.10g, longest way %.10g\n", sum, longest);
    printf("from 0 to %d: %.10g, from %d to 0: %.10g\n", m, d[m], n - 1, d[(n - 1) * n]);

    free(d);
    return 0;
}
