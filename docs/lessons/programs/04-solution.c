/* The first of n numbers that is larger than a limit.
 *
 *     04-solution [n [limit]]
 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    double limit = argc > 2 ? atof(argv[2]) : 95;
    double *x = malloc(n * sizeof(double));

    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        x[i] = i * 37 % 101;

    int first = n;
    #pragma hydra parallel for reduction(min:first)
    for (int i = 0; i < n; i++)
        if (x[i] > limit && i < first)
            first = i;

    printf("the first above %g is number %d\n", limit, first);
    free(x);
    return 0;
}
