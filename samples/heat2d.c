// distributed: 33 44
// offloaded: 33 44
/* Heat in a plate: the explicit difference scheme for the heat equation in two dimensions.
 *
 * The points on the border keep their temperature. In each step an inner point moves towards the mean of its four
 * neighbours; two arrays change their roles after each step.
 *
 *     heat2d [n [steps]]
 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 200;
    int steps = argc > 2 ? atoi(argv[2]) : 30;
    if (n < 3 || steps < 0) {
        printf("usage: heat2d [n >= 3 [steps >= 0]]\n");
        return 1;
    }
    double (*now)[n] = malloc(sizeof(double[n][n]));
    double (*next)[n] = malloc(sizeof(double[n][n]));
    if (now == NULL || next == NULL) {
        printf("out of memory\n");
        return 1;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            now[i][j] = next[i][j] = i == 0 || j == n - 1 ? 1.0 : (double)((i + 2 * j) % 10) / 10.0;

    for (int t = 0; t < steps; t++) {
#pragma hydra parallel for
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                next[i][j] = now[i][j] + 0.125 * (now[i + 1][j] - 2.0 * now[i][j] + now[i - 1][j]) +
                             0.125 * (now[i][j + 1] - 2.0 * now[i][j] + now[i][j - 1]);
        double (*old)[n] = now;
        now = next;
        next = old;
    }

    double sum = 0.0;
#pragma hydra parallel for reduction(+:sum)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += now[i][j];
    printf("heat2d %d x %d, %d steps\n", n, n, steps);
    printf("mean %.10g, in the middle %.10g\n", sum / n / n, now[n / 2][n / 2]);
    free(now);
    free(next);
    return 0;
}
