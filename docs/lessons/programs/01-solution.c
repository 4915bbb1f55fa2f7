/* The square roots of the numbers below n: their sum, and the largest.
 *
 *     01-solution [n]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    double *root = malloc(n * sizeof(double));

    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        root[i] = sqrt(i);

    double sum = 0, largest = 0;
    #pragma hydra parallel for reduction(+:sum) reduction(max:largest)
    for (int i = 0; i < n; i++) {
        sum += root[i];
        if (root[i] > largest)
            largest = root[i];
    }

    printf("the sum of %d roots is %.8g, the largest is %.8g\n", n, sum, largest);
    free(root);
    return 0;
}
