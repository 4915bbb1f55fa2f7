// distributed: 12
// offloaded: 12
/* A long loop header with a text and a character in which commas stand: generated lines are not broken there. */
#include <stdio.h>

static double a[300];

int main(void)
{
    int n = 9, m = 2;
#pragma hydra parallel for
    for (int i = 0; i < n + (m < 3 ? (int)sizeof "one, two, three, \"four\", five, six, seven, eight, nine, ten, eleven" : 4) + ','; i++)
        a[i] = i * 0.5;
    double s = 0;
    for (int i = 0; i < 300; i++)
        s += a[i];
    printf("%g\n", s);
    return 0;
}
