// distributed: 16 21
// offloaded: 16 21
// Functions that keep addresses of elements and members, or hand them on to one that does.
#include <stdio.h>
static int *keep;
int a[64], b[128];
struct S {
    int n, m;
};
static void f(int *p) { keep = &p[0]; }
static void h(struct S *p) { keep = &p->n; }
int main(void) {
    int i, n = 10;
    f(&n);
#pragma hydra parallel for
    for (i = 0; i < 64; i++)
        a[i] = i * 3;
    n = 10;
    *keep = 100;
#pragma hydra parallel for
    for (i = 0; i < 100; i++) {
        b[i] = a[n > 50 ? (99 - i) / 2 : i / 2];
    }
    for (i = 0; i < 100; i++)
        printf("%d ", b[i]);
    puts("");
    struct S s = {3, 4};
    h(&s);
    int x = 0;
    for (int r = 0; r < 3; r++) {
        *keep = 30 + r;
        x += a[s.n];
        a[s.n] = r;
    }
    printf("%d\n", x);
    return 0;
}
