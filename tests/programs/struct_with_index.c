// distributed: 12 14 19
// offloaded: 12 14 19
// A local struct that holds its index array: a gather reads it directly, and through a helper.
#include <stdio.h>
static double a[100], b[100];
struct S { int n; int idx[100]; };
static int pick(const struct S *s, int i) { return s->idx[i]; }
int main(void) {
    struct S s = {100, {0}};
    for (int i = 0; i < 100; i++) s.idx[i] = (i * 7) % 100;
#pragma hydra parallel for
    for (int i = 0; i < 100; i++) a[i] = i;
#pragma hydra parallel for
    for (int i = 0; i < 100; i++) b[i] = a[s.idx[i]];
    double t = 0; for (int i = 0; i < 100; i++) t += b[i] * i;
    printf("%g\n", t);
    for (int i = 0; i < 100; i++) s.idx[i] = (i * 11) % 100;
#pragma hydra parallel for
    for (int i = 0; i < 100; i++) b[i] = a[pick(&s,i)];
    t = 0; for (int i = 0; i < 100; i++) t += b[i] * i;
    printf("%g\n", t);
    return 0;
}
