/* How much each of n bodies on a line is drawn by all of them.
 *
 *     07-exercise [n]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4000;
    double *place = malloc(n * sizeof(double)), *force = malloc(n * sizeof(double));

    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        place[i] = i * 37 % 101;

    #pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        force[i] = 0;
        for (int j = 0; j < n; j++)
            force[i] += (place[j] - place[i]) / (1 + fabs(place[j] - place[i]));
    }

    printf("%.6f in the middle\n", force[n / 2]);
    free(place);
    free(force);
    return 0;
}
