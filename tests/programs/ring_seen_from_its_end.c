// A short array is written through a pointer to its end, where another array begins; conditions guard the end itself.
// stderr: it is not known which array end points into
// distributed: 18
// replicated: 15
// offloaded: 18
#include <stdio.h>
#define N 8
static double sb[N], sa[N];
static int skip[N + 1];
int main(void) {
    double *end = sa + N;
    skip[N] = 1;
    for (int t = 0; t < 3; t++) {
        #pragma hydra parallel for
        for (int j = -N; j <= 0; j++)
            if (!skip[j + N]) end[j] = j + t;
        #pragma hydra parallel for
        for (int j = 0; j < N; j++) sb[j] = sb[j] + sa[j] * (t + 1);
    }
    double s = 0;
    for (int j = 0; j < N; j++) s += sb[j] * (j + 1) + sa[j];
    printf("%g\n", s);
}
