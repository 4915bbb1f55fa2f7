// Pointers to a firstprivate array that are followed after the loop, or in the next round of one around it.
#include <stdio.h>
static int out[40];
static int first_of(const int* p) { return p[0]; }
int main(void) {
    int v[4] = {1, 2, 3, 4}, *q = v;
    for (int t = 0; t < 3; t++) {
        int w[4] = {t}, u[4] = {t, 1}, *p = w, *r = u;
#pragma hydra parallel for firstprivate(w) // error: 'w' is firstprivate and changed in the loop, and may be read after it
        for (int i = 0; i < 40; i++) {
            w[1] = i;
            out[i] += w[1] + w[0];
        }
        if (t > 1) {
            out[1] += first_of(p);
            r[1] = 2;
        }
#pragma hydra parallel for firstprivate(v) // error: 'v' is firstprivate and changed in the loop, and may be read after it
        for (int i = 0; i < 40; i++) {
            v[i % 2] = i;
            out[i] += v[i % 2] + v[3];
        }
        if (q[0] < 0)
            break;
#pragma hydra parallel for firstprivate(u)
        for (int i = 0; i < 40; i++) {
            u[2] = i;
            out[i] += u[2] + u[0];
        }
    }
    printf("%d\n", out[3]);
    return 0;
}
