/* The lowest and the highest of n measured values, and how many are above 20.
 *
 *     03-solution [n]
 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    double *value = malloc(n * sizeof(double));
    double x, lowest = 1000, highest = -1000;
    int above = 0;

    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        value[i] = i * 37 % 101 * 0.25;

    #pragma hydra parallel for private(x) reduction(min:lowest) reduction(max:highest) reduction(+:above)
    for (int i = 0; i < n; i++) {
        x = value[i];
        if (x < lowest)
            lowest = x;
        if (x > highest)
            highest = x;
        if (x > 20)
            above++;
    }

    printf("from %.2f to %.2f, %d above 20\n", lowest, highest, above);
    free(value);
    return 0;
}
