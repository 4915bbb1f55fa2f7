/* How warm a house is: each hour it loses a tenth of its warmth, and the sun gives it some.
 *
 *     04 [hours]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int hours = argc > 1 ? atoi(argv[1]) : 1000;
    double *warmth = malloc(hours * sizeof(double));

    warmth[0] = 15;
    #pragma hydra parallel for
    for (int h = 1; h < hours; h++) {
        double sun = 3 * fmax(0, sin(h * 3.141592653589793 / 12));
        warmth[h] = 0.9 * warmth[h - 1] + sun;
    }

    double most = 0;
    #pragma hydra parallel for reduction(max:most)
    for (int h = 0; h < hours; h++)
        if (warmth[h] > most)
            most = warmth[h];

    printf("in the end %.4f degrees, at most %.4f\n", warmth[hours - 1], most);
    free(warmth);
    return 0;
}
