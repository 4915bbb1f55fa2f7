// args: 25 7
// distributed: 15 18
// offloaded: 15 18
#include <stdio.h>
#include <stdlib.h>
/* advection on a ring: the neighbours are found with the remainder */
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), steps = atoi(argv[argc - 1]);
    double *u = malloc(n * sizeof *u), *v = malloc(n * sizeof *v);
    for (int i = 0; i < n; i++)
        u[i] = i < n / 4 ? 1 : 0;
    for (int t = 0; t < steps; t++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            v[i] = u[i] - 0.375 * (u[(i + 1) % n] - u[(i + n - 1) % n]) + 0.25 * u[(i + 5) % n];
#pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            int left = i == 0 ? n - 1 : i - 1, right = i == n - 1 ? 0 : i + 1;
            u[i] = 0.5 * v[i] + 0.25 * (v[left] + v[right]);
        }
    }
    for (int i = 0; i < n; i++)
        printf("%.17g\n", u[i]);
    free(u);
    free(v);
    return 0;
}
