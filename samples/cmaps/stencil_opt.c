/* Heat that enters a cold plate from its left side: the sequential program to stencil_opt.cmaps. A step computes only
 * the columns from a back column, which moves on when no point of it has changed by as much as the threshold, to a
 * front column, which moves on in each step. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 64
#endif
#ifndef THRESHOLD
#define THRESHOLD 0.001
#endif

static double M[N][N], old[N][N];

int main(void) {
    int steps = 0, back = 1, front = 1;
    long updates = 0;
    for (int i = 0; i < N; i++)
        M[i][0] = old[i][0] = 100;
    while (back < N - 1) {
        for (int i = 1; i < N - 1; i++)
            for (int j = back; j <= front; j++)
                M[i][j] = (old[i - 1][j] + old[i + 1][j] + old[i][j - 1] + old[i][j + 1]) / 4;
        double most = 0;
        for (int i = 1; i < N - 1; i++)
            most = fmax(most, fabs(M[i][back] - old[i][back]));
        for (int i = 1; i < N - 1; i++)
            for (int j = back; j <= front; j++)
                old[i][j] = M[i][j];
        steps++;
        updates += (long)(N - 2) * (front - back + 1);
        if (most < THRESHOLD)
            back++;
        if (front < N - 2)
            front++;
    }
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += M[i][j] * (1 + (i + j) % 3);
    printf("%d steps, %ld updates, %.4f of all\n", steps, updates, updates / ((N - 2.0) * (N - 2) * steps));
    printf("sum %.9f, near %.12g, far %.12g\n", sum, M[N / 3][2], M[N / 2][N - 3]);
    return 0;
}
