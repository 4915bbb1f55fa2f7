// distributed: 18 25 28 35
// offloaded: 18 25 28 35
#include <stdio.h>
#include <stdlib.h>
/* a small multigrid cycle: every level has its own size, all in one allocation */
int main(void)
{
    int levels = 4, n0 = 65, start[5], len[5];
    start[0] = 0;
    len[0] = n0;
    for (int l = 1; l < levels; l++) {
        len[l] = (len[l - 1] + 1) / 2;
        start[l] = start[l - 1] + len[l - 1];
    }
    int total = start[levels - 1] + len[levels - 1];
    double *pool = malloc(total * sizeof *pool), *copy = malloc(n0 * sizeof *copy);
#pragma hydra parallel for
    for (int i = 0; i < total; i++)
        pool[i] = i < n0 ? (i * 11) % 23 : 0;
    for (int cycle = 0; cycle < 2; cycle++) {
        for (int l = 0; l + 1 < levels; l++) {
            double *fine = pool + start[l], *coarse = pool + start[l + 1];
            int nf = len[l], nc = len[l + 1];
#pragma hydra parallel for
            for (int i = 1; i < nf - 1; i++)
                copy[i] = (fine[i - 1] + 2 * fine[i] + fine[i + 1]) / 4;
#pragma hydra parallel for
            for (int i = 1; i < nc - 1; i++)
                coarse[i] = copy[2 * i];
        }
        for (int l = levels - 1; l > 0; l--) {
            double *coarse = pool + start[l], *fine = pool + start[l - 1];
            int nc = len[l];
#pragma hydra parallel for
            for (int i = 0; i < nc - 1; i++) {
                fine[2 * i] += 0.5 * coarse[i];
                fine[2 * i + 1] += 0.25 * (coarse[i] + coarse[i + 1]);
            }
        }
    }
    for (int i = 0; i < total; i++)
        printf("%.14g%c", pool[i], i % 8 == 7 ? '\n' : ' ');
    printf("\n");
    free(pool);
    free(copy);
    return 0;
}
