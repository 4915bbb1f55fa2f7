// args: 24
// distributed: 23
// offloaded: 23
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define AT(g, i, j) ((g)[(i) * n + (j)])

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 12;
    double eps = 1e-3;
    double *g = calloc(n * n, sizeof(double)), *h = calloc(n * n, sizeof(double));
    int rounds = 0;
    double worst;

    for (int i = 0; i < n; i++)
        AT(g, i, 0) = AT(h, i, 0) = 1;
    do {
        worst = 0;
#pragma hydra parallel for reduction(max:worst)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
                AT(h, i, j) = (AT(g, i - 1, j) + AT(g, i + 1, j) + AT(g, i, j - 1) + AT(g, i, j + 1)) / 4;
                worst = fmax(worst, fabs(AT(h, i, j) - AT(g, i, j)));
            }
        double *t = g;
        g = h;
        h = t;
        rounds++;
    } while (worst > eps && rounds < 1000);
    printf("%d rounds, %.17g\n", rounds, worst);
    for (int i = 0; i < n; i += 3)
        for (int j = 0; j < n; j += 5)
            printf("%.17g\n", AT(g, i, j));
    free(g);
    free(h);
    return 0;
}
