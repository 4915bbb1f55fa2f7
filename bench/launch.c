/* Loops with next to no work, launched again and again: what bench/launch.py times.
 *
 *     launch FORM STEPS      form: 0 no iterations, 1 an element a thread, 2 a stencil whose arrays change roles,
 *                                  3 a loop whose bounds move, so that each launch needs a plan of its own
 */
#include <stdio.h>
#include <stdlib.h>

#define N 64

static void launch(int form, int n, int t, double *from, double *to)
{
    if (form == 2) {
#pragma hydra parallel for
        for (int i = 1; i < N - 1; i++)
            to[i] = 0.5 * (from[i - 1] + from[i + 1]);
    } else if (form == 3) {
#pragma hydra parallel for
        for (int i = t % 1000; i < N + 1000; i++)
            to[i] = t;
    } else {
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            to[i] = from[i] + 1.0;
    }
}

int main(int argc, char **argv)
{
    int form = argc > 1 ? atoi(argv[1]) : 0, steps = argc > 2 ? atoi(argv[2]) : 1000;
    double *from = calloc(N + 1000, sizeof *from), *to = calloc(N + 1000, sizeof *to);
    int n = form == 0 ? 0 : N;
    for (int t = 0; t < steps; t++) {
        launch(form, n, t, from, to);
        if (form == 2) {
            double *old = from;
            from = to;
            to = old;
        }
    }
    printf("%g\n", to[N / 2]);
    free(from);
    free(to);
    return 0;
}
