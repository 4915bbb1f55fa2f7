/* How warm a house is: each hour it loses a tenth of its warmth, and the sun gives it some.
 *
 *     04-mended [hours]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int hours = argc > 1 ? atoi(argv[1]) : 1000;
    double *warmth = malloc(hours * sizeof(double));
    double *sun = malloc(hours * sizeof(double));

    #pragma hydra parallel for
    for (int h = 1; h < hours; h++)
        sun[h] = 3 * fmax(0, sin(h * 3.141592653589793 / 12));

    warmth[0] = 15;
    for (int h = 1; h < hours; h++)
        warmth[h] = 0.9 * warmth[h - 1] + sun[h];

    double most = 0;
    #pragma hydra parallel for reduction(max:most)
    for (int h = 0; h < hours; h++)
        if (warmth[h] > most)
            most = warmth[h];

    printf("in the end %.4f degrees, at most %.4f\n", warmth[hours - 1], most);
    free(warmth);
    free(sun);
    return 0;
}
