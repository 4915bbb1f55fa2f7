// args: 40
// distributed: 21
// offloaded: 21
#include <stdio.h>
#include <stdlib.h>
/* elimination whose pivots serial code looks at, on all ranks, and prints, on one: rows are handed out of which some
   ranks have an element already */
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 12, small = 0;
    double (*a)[n] = malloc(sizeof(double[n][n]));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = i == j ? n : (double)((i * 3 + j * 7) % 11) / 11.0;
    for (int k = 0; k < n - 1; k++) {
        if (a[k][k] < 1e-9) {
            small++;
            continue;
        }
#pragma hydra parallel for
        for (int i = k + 1; i < n; i++) {
            a[i][k] /= a[k][k];
            for (int j = k + 1; j < n; j++)
                a[i][j] -= a[i][k] * a[k][j];
        }
        if (k % 3 == 0)
            printf("%d: %.12g, %.12g\n", k + 1, a[k + 1][k + 1], a[k + 1][n - 1]);
    }
    for (int i = 0; i < n; i++)
        printf("%.9g%c", a[i][(i * 5) % n], i == n - 1 ? '\n' : ' ');
    printf("%d small pivots, the last one %.12g\n", small, a[n - 1][n - 1]);
    free(a);
    return 0;
}
