// distributed: 19 34 44
// offloaded: 44
// Copies of arrays and records whose address a pointer has, which dies with them, or which is not followed after the loop.
#include <stdio.h>

struct point {
    int x, y;
};

static void fill(int *p, int t) {
    for (int k = 0; k < 4; k++)
        p[k] = k + t;
}

static int sum_of(int n) {
    int w[3] = {1, 2, n}, *p = w + 1, s = 0;
    p[1] += n;
#pragma hydra parallel for firstprivate(w) reduction(+ : s)
    for (int i = 0; i < 30; i++) {
        w[i % 2] = i;
        s += w[i % 2] * w[2];
    }
    s *= 2;
    return s;
}

int main(void) {
    int out[50] = {0};
    for (int t = 0; t < 3; t++) {
        int w[4], *p = w;
        p[0] = 0;
        fill(w, t);
#pragma hydra parallel for firstprivate(w)
        for (int i = 0; i < 50; i++) {
            w[i % 3] = i;
            out[i] += w[i % 3] + 10 * w[3];
        }
    }
    for (int t = 0; t < 3; t++) {
        struct point q = {t, 1}, *p = &q;
        p->y += t;
        if (t != 1) {
#pragma hydra parallel for firstprivate(q)
            for (int i = 0; i < 50; i++) {
                q.x = i;
                out[i] += q.x * q.y;
            }
        }
    }
    for (int i = 0; i < 50; i++)
        printf("%d ", out[i]);
    printf("%d %d\n", sum_of(4), sum_of(5));
    return 0;
}
