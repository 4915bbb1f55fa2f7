/* Heat in a rod of n points, which a lamp warms in each step.
 *
 *     06-exercise [n [steps]]
 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100000;
    int steps = argc > 2 ? atoi(argv[2]) : 20;
    double *heat = calloc(n, sizeof(double)), *next = calloc(n, sizeof(double));

    for (int t = 0; t < steps; t++) {
        #pragma hydra parallel for
        for (int i = 0; i < n; i++)
            heat[i] += i % 1000 < 10 ? 1.0 : 0.0;

        #pragma hydra parallel for
        for (int i = 1; i < n - 1; i++)
            next[i] = 0.5 * heat[i] + 0.25 * (heat[i - 1] + heat[i + 1]);

        #pragma hydra parallel for
        for (int i = 1; i < n - 1; i++)
            heat[i] = next[i];

        double most = 0;
        for (int i = 0; i < n; i++)
            if (heat[i] > most)
                most = heat[i];
        if (t % 5 == 4)
            printf("step %d: %.6f\n", t + 1, most);
    }

    free(heat);
    free(next);
    return 0;
}
