// distributed: 13
// offloaded: 13
/* typeof and sizeof of local arrays and variables, in loops. */
#include <stdio.h>
static double b[40];

int main(void)
{
    double m[4] = {1, 2, 3, 4};
    int q[2][3] = {{1, 2, 3}, {4, 5, 6}};
    short only = 3;
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) {
        typeof(m) t;
        __typeof__(only) z = (__typeof__(only))(i * 4000);
        for (int k = 0; k < 4; k++)
            t[k] = m[k] * i;
        b[i] = t[i % 4] + sizeof(typeof(q)) + q[i % 2][i % 3] + z;
    }
    for (int i = 0; i < 40; i++)
        printf("%g ", b[i]);
    printf("\n");
    return 0;
}
