// offloaded: 20 23
// Copies of a function for other memories are numbered; the program has functions of such names itself.
#include <stdio.h>

#define N 2000

double global[N], more[N], other[N];

static double sum(const double *p, int n) {
    double s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}

static double sum_2(const double *p, int n) { return p[0] - n; }

int main(void) {
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        global[i] = i % 17;
#pragma hydra parallel for
    for (int i = 0; i < N - 3; i++) {
        double own[3] = {i, 1, 2};
        more[i] = sum(own, 3) + sum(&global[i], 3);
        other[i] = sum_2(own, 3) * sum_2(&global[i], 2);
    }
    double total = 0, rest = 0;
    for (int i = 0; i < N; i++)
        total += more[i] * (i % 5), rest += other[i] * (i % 3);
    printf("%.1f %.1f\n", total, rest);
    return 0;
}
