// bench: 1100
// quick: 20
/* Givens rotations: thousands of launches with moving bounds, each smaller than the one before. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 160;
    double (*a)[n] = malloc(sizeof(double[n][n])), s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = (i * 7 + j * 3) % 11 + (i == j) * 10;
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            double r = hypot(a[k][k], a[i][k]), c = a[k][k] / r, d = a[i][k] / r;
#pragma hydra parallel for
            for (int j = k; j < n; j++) {
                double x = a[k][j], y = a[i][j];
                a[k][j] = c * x + d * y;
                a[i][j] = c * y - d * x;
            }
        }
    for (int i = 0; i < n; i++)
        s += fabs(a[i][i]);
    printf("%.8g\n", s);
    return 0;
}
