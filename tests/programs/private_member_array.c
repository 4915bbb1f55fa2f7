// distributed: 16
// offloaded: 16
// A private struct whose array is filled through a pointer to its first element.
#include <stdio.h>

struct window {
    double x, y[3];
    int n;
};
static double r[50];

int main(void)
{
    struct window v;
#pragma hydra parallel for private(v)
    for (int i = 0; i < 50; i++) {
        double *p = v.y;
        p[0] = i;
        p[1] = 2;
        v.n = 1;
        r[i] = v.y[0] + v.y[v.n];
    }
    double s = 0;
    for (int i = 0; i < 50; i++)
        s = s * 1.01 + r[i];
    printf("%.17g\n", s);
    return 0;
}
