// Ways out of a parallel loop, and into it.
#include <setjmp.h>
double a[100];
jmp_buf place;
int f(int n) {
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        if (a[i] > 1) {
            break; // error: 'break' leaves the parallel loop
        }
        for (int j = 0; j < 3; j++) {
            if (j == i) {
                break;
            }
        }
        (void)({
            if (i == 40)
                break; // error: 'break' leaves the parallel loop
            i;
        });
        switch (i) {
        case 1: break;
        default: continue;
        }
        if (i > 5) {
            return 1; // error: 'return' leaves the parallel loop
        }
        if (i > 6) {
            goto out; // error: 'goto out' leaves the parallel loop
        }
        if (i > 7) {
            goto inside;
        }
    inside:
        a[i] = 0;
    }
    if (n > 3) {
        goto inside; // error: 'goto inside' jumps into a parallel loop
    }
out:
    return 0;
}
