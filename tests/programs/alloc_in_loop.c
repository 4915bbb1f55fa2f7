// distributed: 11 16 19 26 39
// offloaded: 11 16 19 26 39
#include <stdio.h>
#include <stdlib.h>
/* arrays that come and go; their addresses are used again for others */
static long round_trip(int n, int seed)
{
    int *a = malloc(n * sizeof *a);
    long s = 0;
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        a[i] = i * seed;
    {
        int b[n];
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            b[i] = a[n - 1 - i] - seed;
#pragma hydra parallel for reduction(+:s)
        for (int i = 0; i < n; i++)
            s += (long)b[i] * (i + 1);
        printf("%d %d ", b[0], b[n - 1]);
    }
    {
        double c[2 * n];
#pragma hydra parallel for
        for (int i = 0; i < 2 * n; i++)
            c[i] = i % 2 ? a[i / 2] : -i;
        printf("%g %g ", c[1], c[2 * n - 1]);
    }
    free(a);
    return s;
}
int main(void)
{
    for (int k = 1; k < 14; k++)
        printf("%ld\n", round_trip(5 + (k * 7) % 30, k));
    int *z = calloc(20, sizeof *z);
#pragma hydra parallel for
    for (int i = 0; i < 10; i++)
        z[i] += i;
    for (int i = 0; i < 20; i++)
        printf("%d ", z[i]);
    printf("\n");
    free(z);
    free(NULL);
    return 0;
}
