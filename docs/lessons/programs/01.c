/* The squares of the numbers below n, and their sum.
 *
 *     01 [n]
 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    double *square = malloc(n * sizeof(double));

    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        square[i] = (double)i * i;

    double sum = 0;
    #pragma hydra parallel for reduction(+:sum)
    for (int i = 0; i < n; i++)
        sum += square[i];

    printf("the sum of %d squares is %.10g\n", n, sum);
    printf("the square of %d is %.10g\n", n / 2, square[n / 2]);
    free(square);
    return 0;
}
