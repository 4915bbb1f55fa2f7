// bench: 512 120
// quick: 80 4
/* Particles in cells: the loop over pairs reads x[jOff] for the particles of neighbour cells. Before each launch an
   inspector runs through all pairs and notes each element of each, although what it notes does not depend on the
   inner particle 'a'. */
#include <stdio.h>
#include <stdlib.h>
enum { CAP = 64 };
int main(int argc, char **argv)
{
    int cells = argc > 1 ? atoi(argv[1]) : 512, steps = argc > 2 ? atoi(argv[2]) : 30;
    int *count = malloc(cells * sizeof(int)), (*near)[27] = malloc(cells * sizeof *near);
    double (*x)[3] = malloc((size_t)cells * CAP * sizeof *x), (*f)[3] = calloc((size_t)cells * CAP, sizeof *f);
    for (int c = 0; c < cells; c++) {
        count[c] = 6 + c % 5;
        for (int k = 0; k < 27; k++)
            near[c][k] = (c + (k % 3 - 1) + (k / 3 % 3 - 1) * 8 + (k / 9 - 1) * 64 + cells) % cells;
        for (int p = c * CAP; p < c * CAP + CAP; p++)
            for (int d = 0; d < 3; d++)
                x[p][d] = 0.001 * ((p * 7 + d * 3) % 1000);
    }
    for (int s = 0; s < steps; s++) {
        count[s % cells] = 6 + s % 5;       /* particles move from cell to cell: the plan is looked up again */
        #pragma hydra parallel for
        for (int c = 0; c < cells; c++)
            for (int k = 0; k < 27; k++) {
                int other = near[c][k];
                for (int a = c * CAP; a < c * CAP + count[c]; a++)
                    for (int b = other * CAP; b < other * CAP + count[other]; b++) {
                        double d[3], r2 = 0;
                        for (int m = 0; m < 3; m++) {
                            d[m] = x[a][m] - x[b][m];
                            r2 += d[m] * d[m];
                        }
                        if (r2 < 0.5 && r2 > 0)
                            for (int m = 0; m < 3; m++)
                                f[a][m] += d[m] / r2;
                    }
            }
        #pragma hydra parallel for
        for (int c = 0; c < cells; c++)
            for (int p = c * CAP; p < c * CAP + count[c]; p++)
                for (int m = 0; m < 3; m++)
                    x[p][m] += 1e-6 * f[p][m];
    }
    double sum = 0;
    for (int p = 0; p < cells * CAP; p++)
        sum += x[p][0];
    printf("%.9g\n", sum);
    return 0;
}
