// distributed: 26 33 43
// offloaded: 26 33 43
/* The product of two square matrices, c = a b.
 *
 * Row i of the product needs row i of a and all of b. The order of the inner loops (k outside j) walks along the rows
 * of b and c, which is what caches like.
 *
 *     matmul [n]      at most 1024
 */
#include <stdio.h>
#include <stdlib.h>

#define MAX 1024

static double a[MAX][MAX], b[MAX][MAX], c[MAX][MAX];

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 160;
    if (n < 1 || n > MAX) {
        printf("usage: matmul [1 <= n <= %d]\n", MAX);
        return 1;
    }

#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            a[i][j] = (double)((i + 2 * j) % 9) - 3.5;
            b[i][j] = (double)((3 * i + j) % 7) + 0.25;
        }

#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            c[i][j] = 0.0;
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i][j] += a[i][k] * b[k][j];
    }

    double sum = 0.0, trace = 0.0;
#pragma hydra parallel for reduction(+:sum) reduction(+:trace)
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            sum += c[i][j];
        trace += c[i][i];
    }

    int last = n - 1;
    printf("matmul %d x %d\n", n, n);
    printf("checksum %.10g, trace %.10g\n", sum, trace);
    printf("c[0][0] = %.10g, c[0][%d] = %.10g, c[%d][%d] = %.10g\n", c[0][0], last, c[0][last], last, last,
           c[last][last]);
    return 0;
}
