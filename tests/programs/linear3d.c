// args: 6 5 8
// distributed: 14 20
// offloaded: 14 20
#include <stdio.h>
#include <stdlib.h>

/* a[(k*ny + j)*nx + i] with all three lengths known only at run time */
int main(int argc, char **argv)
{
    int nz = atoi(argv[1]), ny = atoi(argv[2]), nx = atoi(argv[argc - 1]);
    int *p = malloc((size_t)nz * ny * nx * sizeof(int));
    int *q = calloc((size_t)nz * ny * nx, sizeof(int));
#pragma hydra parallel for
    for (int k = 0; k < nz; k++)
        for (int j = 0; j < ny; j++)
            for (int i = 0; i < nx; i++)
                p[(k * ny + j) * nx + i] = k * 7 + j * 3 + i;
    for (int s = 0; s < 3; s++) {
#pragma hydra parallel for
        for (int k = 1; k < nz - 1; k++)
            for (int j = 0; j < ny; j++)
                for (int i = 0; i < nx; i++)
                    q[(k * ny + j) * nx + i] = p[((k - 1) * ny + j) * nx + i] + 2 * p[((k + 1) * ny + j) * nx + i] + s;
        int *t = p; p = q; q = t;
    }
    for (int k = 0; k < nz; k++)
        for (int j = 0; j < ny; j++)
            for (int i = 0; i < nx; i++)
                printf("%d%s", p[(k * ny + j) * nx + i], i + 1 < nx ? " " : "\n");
    free(p);
    free(q);
    return 0;
}
