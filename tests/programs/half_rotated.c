// A loop over half of the elements writes a rotated half: no two iterations meet, however many there are.
#include <stdio.h>
#include <stdlib.h>

static int n;

int main(void)
{
    n = 4;
    float *a = calloc(n, sizeof *a);
    double *b = calloc(n, sizeof *b);
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        b[i] = i * 3 % 5;
#pragma hydra parallel for
    for (long i = 0; i < n / 2; i += 2)
        a[(i + 4) % n] = 1 + b[(i + 2) % n];
#pragma hydra parallel for
    for (long i = 0; i < n / 2; i += 1)
        a[(i + 6) % n] += b[i] + i;
    for (int i = 0; i < n; i++)
        printf("%g %g\n", a[i], b[i]);
    return 0;
}
