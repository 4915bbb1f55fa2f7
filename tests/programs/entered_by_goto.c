// distributed: 16 22
// offloaded: 16 22
// A goto into the body of an if: what stands before the if does not happen.
#include <stdio.h>
double a[64], b[64];
static void step(int k) {
    if (k == 7)
        goto here;
    {
        ;
        if (b[0] > 1000) {
        here:
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
