// distributed: 31
// offloaded: 31
// Cubes as tables of tables of rows.
#include <stdio.h>
#include <stdlib.h>

static float ***cube(int nx, int ny, int nz)
{
    float ***c = malloc(nx * sizeof(float **));
    float *block = calloc((size_t)nx * ny * nz, sizeof(float));
    for (int i = 0; i < nx; i++) {
        c[i] = malloc(ny * sizeof(float *));
        for (int j = 0; j < ny; j++)
            c[i][j] = block + ((size_t)i * ny + j) * nz;
    }
    return c;
}

int main(int argc, char **argv)
{
    int nx = 12 + argc - (argv[0] != NULL), ny = 9, nz = 14;
    float ***a = cube(nx, ny, nz), ***b = cube(nx, ny, nz);
    int i, j, k;

    for (i = 0; i < nx; i++)
        for (j = 0; j < ny; j++)
            for (k = 0; k < nz; k++)
                a[i][j][k] = b[i][j][k] = (float)((i * 31 + j * 17 + k * 7) % 23);
    for (int t = 0; t < 10; t++) {
#pragma hydra parallel for private(j, k)
        for (i = 1; i < nx - 1; i++)
            for (j = 1; j < ny - 1; j++)
                for (k = 1; k < nz - 1; k++)
                    b[i][j][k] = (a[i][j][k] * 2 + a[i - 1][j][k] + a[i + 1][j][k] + a[i][j - 1][k] + a[i][j + 1][k] +
                                  a[i][j][k - 1] + a[i][j][k + 1]) /
                                 8;
        float ***c = a;
        a = b;
        b = c;
    }
    double sum = 0;
    for (i = 0; i < nx; i++)
        for (j = 0; j < ny; j++)
            for (k = 0; k < nz; k++)
                sum += a[i][j][k] * (i + 1) / (j + k + 1);
    printf("%.9g %.9g\n", sum, a[nx / 2][ny / 2][nz / 2]);
    return 0;
}
