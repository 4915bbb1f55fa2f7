// distributed: 20 28 40
// offloaded: 20 28 40
/* Records in a linearised plane, c[i*m+j].field: single fields and elements of their arrays are written in parallel, and
   some subscripts lie about the column, running over the end of the row. */
#include <stdio.h>
#include <stdlib.h>

struct cell {
    double u[3];
    int tag;
};

int main(int argc, char **argv)
{
    (void)argv;
    int n = argc + 11, m = argc + 8, size = n * m + m;
    struct cell *c = calloc(size, sizeof *c), *d = calloc(size, sizeof *d);

    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            c[i * m + j].tag = i + j;
            for (int k = 0; k < 3; k++)
                c[i * m + j].u[k] = i * k - j;
        }
    for (int t = 0; t < 4; t++) {
        #pragma hydra parallel for
        for (int i = 1; i < n - 1; i++)
            for (int j = 0; j < m; j++) {
                d[i * m + j].u[1] = c[(i + 1) * m + j].u[0] + c[i * m + j + 1].u[2] + c[i * m + j - 1].u[1];
                d[i * m + j].tag = c[i * m + j + 3].tag;
                for (int k = 0; k < 3; k += 2)
                    d[i * m + j].u[k] = c[(i - 1) * m + j].u[2 - k];
            }
        struct cell *swap = c;
        c = d;
        d = swap;
    }
    #pragma hydra parallel for
    for (int i = 0; i < n; i += 2)
        for (int j = 0; j < m + 2; j++)
            c[i * m + j].tag += 100 * i + j;
    for (int i = 0; i < size; i++)
        printf("%g %g %g %d\n", c[i].u[0], c[i].u[1], c[i].u[2], c[i].tag);
    free(c);
    free(d);
    return 0;
}
