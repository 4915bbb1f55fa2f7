// distributed: 11
// offloaded: 11
// Divisions and pointers that the program only uses where they are good.
#include <stdio.h>
#include <stdlib.h>
struct grid { int n; int *weight; };
static int a[60], b[60];
static void mix(int n, int m, const struct grid *g)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        if (m != 0)
            a[i] = b[n / m] + b[i % 7] + n % m;
        else
            a[i] = -i;
    for (int i = 0; i < n; i++)
        if (g != NULL)
            b[i] += g->weight[i % g->n];
}
int main(void)
{
    int w[4] = {1, 2, 3, 4};
    struct grid g = {4, w};
    for (int i = 0; i < 60; i++)
        b[i] = i * i % 23;
    mix(60, 0, NULL);
    mix(50, 7, &g);
    mix(40, 1, NULL);
    for (int i = 0; i < 60; i++)
        printf("%d %d\n", a[i], b[i]);
    return 0;
}
