// bench: 25
// quick: 4
/* Short-range forces over cells: particles of a cell lie together, pairs with the neighbouring cells. */
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int g = argc > 1 ? atoi(argv[1]) : 24, per = 12, n = g * g * g * per;
    int *first = malloc((g * g * g + 1) * sizeof *first);
    double (*r)[3] = malloc(n * sizeof *r), (*f)[3] = malloc(n * sizeof *f), e = 0;
    for (int c = 0; c <= g * g * g; c++)
        first[c] = c * per;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            r[i][k] = (i * (k + 3) * 37 % 101) / 101.0;
    for (int t = 0; t < 3; t++) {
#pragma hydra parallel for
        for (int c = 0; c < g * g * g; c++) {
            int z = c / (g * g), y = c / g % g, x = c % g;
            for (int i = first[c]; i < first[c + 1]; i++)
                f[i][0] = f[i][1] = f[i][2] = 0;
            for (int dz = -1; dz <= 1; dz++)
                for (int dy = -1; dy <= 1; dy++)
                    for (int dx = -1; dx <= 1; dx++) {
                        int o = ((z + dz + g) % g * g + (y + dy + g) % g) * g + (x + dx + g) % g;
                        for (int i = first[c]; i < first[c + 1]; i++)
                            for (int j = first[o]; j < first[o + 1]; j++) {
                                double d0 = r[i][0] - r[j][0] - dx, d1 = r[i][1] - r[j][1] - dy, d2 = r[i][2] - r[j][2] - dz;
                                double q = 1 / (d0 * d0 + d1 * d1 + d2 * d2 + 0.1);
                                f[i][0] += q * d0;
                                f[i][1] += q * d1;
                                f[i][2] += q * d2;
                            }
                    }
        }
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int k = 0; k < 3; k++)
                r[i][k] += 1e-5 * f[i][k];
    }
#pragma hydra parallel for reduction(+:e)
    for (int i = 0; i < n; i++)
        e += f[i][0] * f[i][0] + f[i][2];
    printf("%.6g\n", e);
    return 0;
}
