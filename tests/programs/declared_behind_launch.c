// distributed: 12 18
// offloaded: 12 18
/* The number of steps of a time loop is a variable that is declared behind the loop that fills the arrays. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 48;
    double *now = malloc(sizeof(double) * n * n), *next = malloc(sizeof(double) * n * n);
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            now[i * n + j] = next[i * n + j] = (i * 3 + j) % 11;
    extern int steps;
    for (int t = 0; t < steps; t++) {
#pragma hydra parallel for
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                next[i * n + j] =
                    0.25 * (now[(i - 1) * n + j] + now[(i + 1) * n + j] + now[i * n + j - 1] + now[i * n + j + 1]);
        double *old = now;
        now = next;
        next = old;
    }
    double sum = 0.0;
    for (int i = 0; i < n * n; i++)
        sum += now[i] * (i % 5);
    printf("%.10g\n", sum);
    free(now);
    free(next);
    return 0;
}
int steps = 7;
