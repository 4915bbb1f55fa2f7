// gcc: -fopenmp
// distributed: 14 19 37 52
/* OpenMP: a minimum with its place in a critical region, one that the threads of a region find and merge, and one that
 * is asked twice, the second time in the critical region. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#define N 5000
static double x[N], y[N];
int main(void) {
    double best = 1e30;
    int where = -1;
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        x[i] = (i * 7919) % 4001;
        y[i] = (i * 104729) % 4999;
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        double d = x[i] * y[i] + 3;
#pragma omp critical
        {
            if (d < best) {
                best = d;
                where = i;
            }
        }
    }
    printf("%g %d\n", best, where);
    double top = -1;
    int it = -1;
#pragma omp parallel
    {
        double mine = -1;
        int my = -1;
#pragma omp for nowait
        for (int i = 0; i < N; i++)
            if (x[i] - y[i] > mine) {
                mine = x[i] - y[i];
                my = i;
            }
#pragma omp critical
        if (mine > top) {
            top = mine;
            it = my;
        }
    }
    printf("%g %d\n", top, it);
    double m2 = 0;
    int a2 = 0;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        if (x[i] > m2) {
#pragma omp critical
            if (x[i] > m2) {
                m2 = x[i];
                a2 = i;
            }
        }
    printf("%g %d\n", m2, a2);
    return 0;
}
