// distributed: 12 19
// offloaded: 19
// Loops that count down: the first of equal values (-0 and 0) is the one with the highest subscript, and sums begin
// there.
#include <stdio.h>

int main(void) {
    double y[40], least = 2, most = -2, sum = 0;
    for (int i = 0; i < 40; i++)
        y[i] = i < 20 ? -0.0 : 0.0;
#pragma hydra parallel for reduction(min : least) reduction(max : most)
    for (int i = 39; i >= 0; i--) {
        if (y[i] < least)
            least = y[i];
        if (y[i] >= most)
            most = y[i];
    }
#pragma hydra parallel for reduction(+ : sum)
    for (int i = 39; i >= 0; i--)
        sum += 1.0 / (i + 1);
    printf("%g %g %.9g\n", least, most, sum);
    return 0;
}
