// distributed: 13 22 37 46
// offloaded: 46
// Private variables that every way through the body assigns: with gotos, switches, inner loops that surely run.
#include <math.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    (void)argv;
    int i, k, n = 20 + (argc > 9);
    double x[24] = {0}, t, u;
#pragma hydra parallel for private(t)
    for (i = 0; i < n; i++) {
        t = i * 0.5;
        if (t < 2)
            goto next;
        x[i] = t;
    next:;
    }
    printf("%d %g %g\n", i, t, x[10]);
#pragma hydra parallel for private(u)
    for (i = 0; i < n; i++) {
        switch (i % 3) {
        case 0:
            u = 1;
            break;
        case 1:
            u = 2;
            /* fall through */
        default:
            u = i;
        }
        x[i] += u;
    }
    printf("%g %g %g\n", u, x[3], x[4]);
#pragma hydra parallel for private(k, t)
    for (i = 0; i < n; i++) {
        for (k = 0; k < 3; k++)
            t = k + i;
        if (i % 4 == 1)
            continue;
        x[i] += t;
    }
    printf("%d %g %g\n", k, t, x[6]);
#pragma hydra parallel for private(t)
    for (i = 0; i < n; i++) {
        if (i % 2 == 0)
            continue;
        t = sqrt(i);
        x[i] += t;
    }
    for (i = 0; i < n; i++)
        printf("%g ", x[i]);
    printf("\n");
    return 0;
}
