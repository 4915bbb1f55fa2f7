// offloaded: 16 math.h:6 once.h:5
// A header that is read once and named in several ways: beside the file, and with detours.
#include <stdio.h>
#include "inc/once.h"
#include "inc/uses.h"
#include "inc/../inc/once.h"
#include <math.h>
#include "inc/math.h"
#include <math.h>

int main(void)
{
    int a[40], b[30], s = 0;
    int m = fill(a, 40) + twice(b, 30);
#pragma hydra parallel for reduction(+ : s)
    for (int i = 0; i < 30; i++)
        s += a[i] * 3 + b[i];
    halve(a, 40);
    printf("%d %d %d %g\n", m, s, a[39], sqrt(a[10]));
    return 0;
}
