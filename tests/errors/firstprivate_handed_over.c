// Helpers that read a firstprivate struct which other iterations' helpers have written: a value may be meant to travel.
#include <stdio.h>

struct window {
    double v[3];
    int n;
};

static double sum(const double *p) { return p[0] + p[1] + p[2]; }
static double get(struct window *w, int k) { return w->v[k]; }
static void put(struct window *w, int k, double x) { w->v[k] = x; }

int main(void) {
    struct window w = {{1, 2, 3}, 3};
    static double b[60];
#pragma hydra parallel for firstprivate(w)
    for (int i = 0; i < 60; i++) {
        w.v[i % 3] = i;
        b[i] = sum(w.v); // warning: it may read the value from the iteration before
    }
    struct window u = {{4, 5, 6}, 3};
#pragma hydra parallel for firstprivate(u)
    for (int i = 0; i < 60; i++) {
        b[i] += get(&u, 0); // warning: it may read the value from the iteration before
        put(&u, 0, i);
    }
    printf("%g\n", b[59]);
    return 0;
}
