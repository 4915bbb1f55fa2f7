// distributed: 10 16
// offloaded: 10 16
// An inner array has the name of an outer one that is read again behind it.
#include <stdio.h>
int main(void) {
    double tot = 0;
    for (int k = 0; k < 2; k++) {
        double t[64];
#pragma hydra parallel for
        for (int i = 0; i < 64; i++)
            t[i] = i + k;
        tot += t[40];
        {
            double t[32];
#pragma hydra parallel for
            for (int i = 0; i < 32; i++)
                t[i] = -i;
            tot += t[30];
        }
        tot += t[63];
    }
    printf("%g\n", tot);
    return 0;
}
