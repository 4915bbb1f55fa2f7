// distributed: 23 32
// offloaded: 23 32
/* The wave equation in two dimensions: three time levels rotated by pointers, a fourth-order stencil (two points to each
   side), a source in the middle, damping near the border, and seismograms of some receivers each step. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NX 50
#define NY 46
#define NT 25
#define NREC 4

typedef double field_t[NX][NY];

int main(void)
{
    field_t *prev = calloc(1, sizeof(field_t)), *cur = calloc(1, sizeof(field_t)), *next = calloc(1, sizeof(field_t));
    static double vel2[NX][NY], damp[NX][NY], seis[NT][NREC];
    const double c1 = 4.0 / 3.0, c2 = -1.0 / 12.0, c0 = -2.5;

    #pragma hydra parallel for
    for (int i = 0; i < NX; i++)
        for (int j = 0; j < NY; j++) {
            vel2[i][j] = i < NX / 2 ? 0.16 : 0.25;
            int d = i < j ? i : j, e = NX - 1 - i < NY - 1 - j ? NX - 1 - i : NY - 1 - j;
            int edge = d < e ? d : e;
            damp[i][j] = edge < 6 ? exp(-0.002 * (6 - edge) * (6 - edge)) : 1.0;
        }
    for (int t = 0; t < NT; t++) {
        #pragma hydra parallel for
        for (int i = 2; i < NX - 2; i++)
            for (int j = 2; j < NY - 2; j++) {
                double lap = 2 * c0 * (*cur)[i][j] +
                             c1 * ((*cur)[i - 1][j] + (*cur)[i + 1][j] + (*cur)[i][j - 1] + (*cur)[i][j + 1]) +
                             c2 * ((*cur)[i - 2][j] + (*cur)[i + 2][j] + (*cur)[i][j - 2] + (*cur)[i][j + 2]);
                (*next)[i][j] = damp[i][j] * (2 * (*cur)[i][j] - damp[i][j] * (*prev)[i][j] + vel2[i][j] * lap);
            }
        double arg = M_PI * 0.08 * (t - 8);
        (*next)[NX / 2][NY / 2] += (1 - 2 * arg * arg) * exp(-arg * arg);
        for (int r = 0; r < NREC; r++)
            seis[t][r] = (*next)[5 + 10 * r][8];
        field_t *old = prev;
        prev = cur;
        cur = next;
        next = old;
    }
    for (int t = 0; t < NT; t++)
        printf("%d: %.12e %.12e %.12e %.12e\n", t, seis[t][0], seis[t][1], seis[t][2], seis[t][3]);
    for (int i = 0; i < NX; i++) {
        for (int j = 0; j < NY; j++)
            printf("%.9e ", (*cur)[i][j]);
        printf("\n");
    }
    free(prev), free(cur), free(next);
    return 0;
}
