/* Heat in a rod whose ends are kept at 0 and 1 degrees, until no point changes by more than a thousandth.
 *
 *     09 [n]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000, steps = 0;
    double *heat = calloc(n, sizeof(double)), *next = calloc(n, sizeof(double)), change = 1;
    heat[n - 1] = 1;

    while (change > 0.001) {
        change = 0;
        #pragma hydra parallel for
        for (int i = 1; i < n - 1; i++)
            next[i] = 0.5 * (heat[i - 1] + heat[i + 1]);
        #pragma hydra parallel for reduction(max:change)
        for (int i = 1; i < n - 1; i++) {
            double d = fabs(next[i] - heat[i]);
            change = d > change ? d : change;
            heat[i] = next[i];
        }
        steps++;
    }

    printf("%d steps; %.6f degrees near the end\n", steps, heat[n - 10]);
    free(heat);
    free(next);
    return 0;
}
