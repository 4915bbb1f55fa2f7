// distributed: 11
// A private variable's last value decides whether a do-while goes on.
#include <stdio.h>
double a[64];
int main(void) {
    int v, t = 0;
    do {
        v = 0;
        t++;
#pragma hydra parallel for private(v)
        for (int i = 0; i < 64; i++) {
            v = i * t;
            a[i] += v;
        }
    } while (v < 100);
    printf("%d %g\n", t, a[5]);
    return 0;
}
