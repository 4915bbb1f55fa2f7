// deals: block, cyclic
// distributed: 29 32 36 40
// offloaded: 29 32 36 40
/* Two-dimensional finite-difference time-domain simulation of an electromagnetic field, after the PolyBench kernel
   "fdtd-2d". */
#include <stdio.h>
#include <stdlib.h>

#define NX 33
#define NY 41
#define TMAX 12

int main(void)
{
    double ex[NX][NY], ey[NX][NY], hz[NX][NY], fict[TMAX];
    int t, i, j;

    for (i = 0; i < TMAX; i++)
        fict[i] = (double)i;
    for (i = 0; i < NX; i++)
        for (j = 0; j < NY; j++) {
            ex[i][j] = ((double)i * (j + 1)) / NX;
            ey[i][j] = ((double)i * (j + 2)) / NY;
            hz[i][j] = ((double)i * (j + 3)) / NX;
        }

    for (t = 0; t < TMAX; t++) {
        #pragma hydra parallel for
        for (j = 0; j < NY; j++)
            ey[0][j] = fict[t];
        #pragma hydra parallel for private(j)
        for (i = 1; i < NX; i++)
            for (j = 0; j < NY; j++)
                ey[i][j] = ey[i][j] - 0.5 * (hz[i][j] - hz[i - 1][j]);
        #pragma hydra parallel for private(j)
        for (i = 0; i < NX; i++)
            for (j = 1; j < NY; j++)
                ex[i][j] = ex[i][j] - 0.5 * (hz[i][j] - hz[i][j - 1]);
        #pragma hydra parallel for private(j)
        for (i = 0; i < NX - 1; i++)
            for (j = 0; j < NY - 1; j++)
                hz[i][j] = hz[i][j] - 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
    }
    for (i = 0; i < NX; i++)
        for (j = 0; j < NY; j++)
            printf("%.8g %.8g %.8g\n", ex[i][j], ey[i][j], hz[i][j]);
    return 0;
}
