// distributed: 14
// offloaded: 14
// Functions that a macro of their own name wraps: text that the compiler prints anew must not meet the macro again.
#include <stdio.h>
static int inc(int x) { return x + 1; }
#define inc(x) inc((x) + 1)
static double sq(double x) { return x * x + 1; }
#define sq(x) ((x) * (x))
static double a[90];
int main(void) {
    int n = 40, done = 0;
#define SCALE 3
    #pragma hydra parallel for reduction(+:done)
    for (int i = 0; i < inc(n); i++) {
        a[i] = (sq)(i) * SCALE;
        done++;
    }
    printf("%d %g %g %g\n", done, a[0], a[7], a[42]);
}
