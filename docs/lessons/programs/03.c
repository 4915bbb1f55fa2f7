/* The mean height of a wave, taken at n places.
 *
 *     03 [n]
 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    double *height = malloc(n * sizeof(double));
    double phase, sum = 0;

    #pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        phase = i % 40 / 40.0;
        height[i] = 4 * phase * (1 - phase);
    }

    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        sum += height[i];

    printf("the mean of %d heights is %.6f\n", n, sum / n);
    free(height);
    return 0;
}
