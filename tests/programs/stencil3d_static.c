// distributed: 14 20
// offloaded: 14 20
#include <stdio.h>
enum { NX = 9, NY = 7, NZ = 11 };
static long v[NX][NY][NZ], nv[NX][NY][NZ];

int main(void)
{
    int x, y, z, t;
    for (x = 0; x < NX; x++) for (y = 0; y < NY; y++) for (z = 0; z < NZ; z++)
        v[x][y][z] = x * 100 + y * 10 + z;
    for (t = 0; t < 4; t++) {
#pragma hydra parallel for private(y, z)
        for (x = 1; x < NX - 1; x++)
            for (y = 1; y < NY - 1; y++)
                for (z = 1; z < NZ - 1; z++)
                    nv[x][y][z] = (v[x-1][y][z] + v[x+1][y][z] + v[x][y-1][z] + v[x][y+1][z]
                                 + v[x][y][z-1] + v[x][y][z+1] + 3 * v[x][y][z]) % 1009;
#pragma hydra parallel for private(y, z)
        for (x = 1; x < NX - 1; x++)
            for (y = 1; y < NY - 1; y++)
                for (z = 1; z < NZ - 1; z++)
                    v[x][y][z] = nv[x][y][z];
    }
    for (x = 0; x < NX; x++) {
        for (y = 0; y < NY; y++) {
            for (z = 0; z < NZ; z++) printf("%ld ", v[x][y][z]);
            printf("\n");
        }
        printf("--\n");
    }
    return 0;
}
