// distributed: 19
// offloaded: 19
// A pointer to an array's end that has the name of the array behind it.
#include <stdio.h>
#define N 8
static double q[N], sa[N];
static int idx[N];
static void work(void) { for (int i = 0; i < N; i++) q[i] += 1; }
static double go(int t) {
    double *q = sa + N, s = 0;
    for (int i = 0; i < N; i++) s += q[-1 - idx[i]] * i;
    return s;
}
int main(void) {
    double s = 0;
    for (int i = 0; i < N; i++) idx[i] = (i * 3) % N;
    for (int t = 0; t < 3; t++) {
        #pragma hydra parallel for
        for (int j = 0; j < N; j++) { sa[j] = j + t; q[j] = 1; }
        s = s + go(t);
    }
    work();
    printf("%g %g\n", s, q[3]);
}
