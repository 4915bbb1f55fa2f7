// distributed: 16 24
// offloaded: 16 24
/* typeof takes the type from a local array, and the loop needs the array as a whole as well. */
#include <stdio.h>

#define COPY(to, from) do { for (unsigned k_ = 0; k_ < sizeof(from) / sizeof(from)[0]; k_++) (to)[k_] = (from)[k_]; } while (0)

static int b[40];

int main(void)
{
    double m[4] = { 1, 2, 3, 4 };
    struct { int id; double w[3]; } rule = { 5, { 0.5, 0.25, 2 } };

#pragma hydra parallel for
    for (int i = 0; i < 40; i++) {
        __typeof__(m) t;
        COPY(t, m);
        t[0] = m[i % 4];
        b[i] = t[0] + t[2] + sizeof m;
    }
    double sum = 0;
#pragma hydra parallel for reduction(+:sum)
    for (int i = 0; i < 40; i++) {
        __typeof__(rule) r = rule;
        r.w[i % 3] *= b[i];
        sum += r.w[0] + r.w[1] + r.w[2] + r.id + sizeof rule;
    }
    printf("%d %d %g\n", b[3], b[39], sum);
    return 0;
}
