// bench: 8000000
// quick: 500
/* Ten iterations between serial statements, eighty thousand times. */
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 80000;
    float *x = malloc(10 * n * sizeof *x), z[10], best = 1e30f;
    int at = -1;
    for (int i = 0; i < 10 * n; i++)
        x[i] = (i * 7919LL % 10007) * 0.01f;
    for (int r = 0; r < n; r++) {
#pragma hydra parallel for
        for (int i = 0; i < 10; i++)
            z[i] = (x[10 * r + i] - 30) * (x[10 * r + i] - 30);
        for (int i = 0; i < 10; i++)
            if (z[i] < best) {
                best = z[i];
                at = 10 * r + i;
            }
    }
    printf("%g %d\n", best, at);
    return 0;
}
