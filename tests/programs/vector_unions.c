// distributed: 10 15
// offloaded: 10 15
// A union of an array and named components: loops write the one, serial code and loops read the other.
#include <stdio.h>
typedef union { double v[4]; struct { double x, y, z, w; }; } vec4;
static vec4 u; static double a[40];
int main(void) {
    vec4 l = {{0}};
#pragma hydra parallel for
    for (int i = 0; i < 4; i++) { u.v[i] = i + 1; l.v[i] = i * 2; }
    printf("%g %g\n", u.y, u.w);
    printf("%g %g\n", l.y, l.w);
    double s = u.z + l.z;
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) a[i] = u.w + l.w + i + s;
    printf("%g\n", a[3] + a[39]);
    return 0;
}
