// Elements of firstprivate arrays that the loop changes through their addresses, or as members, and that are read behind.
#include <stdio.h>
struct pt {
    double x, y;
};
static double out[30];
static void set(double* p, double v) { *p = v; }
static double get(const double* p) { return *p; }
int main(void) {
    double w[3] = {1, 2, 3}, m[2][3] = {{1, 2, 3}, {4, 5, 6}}, kept[2][2] = {{1, 2}, {3, 4}};
    struct pt q[2] = {{1, 2}, {3, 4}}, r[2] = {{5, 6}, {7, 8}};
#pragma hydra parallel for firstprivate(w) // error: 'w' is firstprivate and changed in the loop, and may be read after it
    for (int i = 0; i < 30; i++) {
        set(&w[1], i);
        out[i] = w[0] + w[1];
    }
#pragma hydra parallel for firstprivate(m) // error: 'm' is firstprivate and changed in the loop, and may be read after it
    for (int i = 0; i < 30; i++) {
        double* p = &m[1][2];
        *p = i;
        out[i] += m[1][2];
    }
#pragma hydra parallel for firstprivate(q) // error: 'q' is firstprivate and changed in the loop, and may be read after it
    for (int i = 0; i < 30; i++) {
        q[1].x = i;
        out[i] += q[1].x + q[0].y;
    }
#pragma hydra parallel for firstprivate(r) // error: 'r' is firstprivate and changed in the loop, and may be read after it
    for (int i = 0; i < 30; i++) {
        set(&r[1].y, i);
        out[i] += r[1].y;
    }
#pragma hydra parallel for firstprivate(kept)
    for (int i = 0; i < 30; i++)
        out[i] += kept[1][i % 2] + get(&kept[0][1]);
    printf("%g %g %g %g %g %g\n", out[3], w[1], m[1][2], q[1].x, r[1].y, kept[0][0]);
    return 0;
}
