// distributed: 12
// offloaded: 12
// Blocks of iterations with a wide loop variable that subscripts convert to int.
#include <stdio.h>
static double c[24][24], v[24][24];
int main(void) {
    int n = 24;
    for (int i = 0; i < n; i++)
        c[i][3] = i;
    for (int k = 0; k < n; k++) {
        #pragma hydra parallel for
        for (long i = k; i < (k + 3 < n ? k + 3 : n); i++)
            for (int j = k; j < n; j++)
                v[i][j] += c[(int)i][j];
    }
    printf("%g %g\n", v[0][0], v[3][3]);
}
