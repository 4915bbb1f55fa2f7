// distributed: 14 20
// offloaded: 14 20
// A case of the switch around an if stands inside of the if.
#include <stdio.h>
double a[64], b[64];
static void step(int k) {
    switch (k) {
    default:
        if (b[0] > 1000) {
        case 7:
            b[40] = a[60];
        }
#pragma hydra parallel for
        for (int i = 0; i < 64; i++)
            b[i] += 1;
    }
}
int main(void) {
#pragma hydra parallel for
    for (int i = 0; i < 64; i++)
        a[i] = i, b[i] = -i;
    step(7);
    printf("%g\n", b[40]);
    return 0;
}
