// distributed: 10
// Upper bounds by interval arithmetic: all divisions and sums round up, in serial code and in loops.
#include <fenv.h>
#include <stdio.h>

int main(void) {
    double a[100], sum = 0;
    fesetround(FE_UPWARD);
#pragma hydra parallel for
    for (int i = 0; i < 100; i++)
        a[i] = 1.0 / (i + 3);
    for (int i = 0; i < 100; i++)
        sum += a[i];
    printf("%.17g %.17g %.17g\n", a[0], a[97], sum);
    return 0;
}
