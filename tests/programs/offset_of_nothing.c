// distributed: 12
// offloaded: 12
// A loop without iterations, called with a null pointer that its subscripts would read.
#include <stdio.h>
struct P {
    int off;
};
int a[64];
static void f(struct P *p, int n) {
    int i;
#pragma hydra parallel for
    for (i = 0; i < n; i++)
        a[i + p->off] = i;
}
int main(void) {
    int i;
    struct P q = {7};
    f(&q, 30);
    f(0, 0);
    for (i = 0; i < 64; i++)
        printf("%d ", a[i]);
    puts("");
    return 0;
}
