#include "heat.cmaps.h"
#include "sums.cmaps.h"
#include <stdlib.h>
#include <string.h>

void diffuse(long n, long m, void *of, int steps, const double *conducts, int layout, double *most) {
    cell(*plate)[m] = of, (*next)[m] = malloc(n * sizeof *next);
    (void)layout;
    for (int t = 1; t <= steps; t++) {
        for (long i = 0; i < n; i++)
            for (long j = 0; j < m; j++) {
                const double flow = plate[(i + n - 1) % n][j].heat + plate[(i + 1) % n][j].heat +
                                    plate[i][(j + m - 1) % m].heat + plate[i][(j + 1) % m].heat - 4 * plate[i][j].heat;
                next[i][j] = plate[i][j];
                next[i][j].heat = plate[i][j].heat + conducts[plate[i][j].material] * flow;
            }
        memcpy(plate, next, n * sizeof *next);
    }
    *most = plate[0][0].heat;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < m; j++)
            if (plate[i][j].heat > *most)
                *most = plate[i][j].heat;
    free(next);
}

void sum_columns(long n, long m, void *of, long k, double *columns, double *all) {
    cell(*plate)[m] = of;
    *all = 0;
    for (long j = 0; j < k; j++) {
        columns[j] = 0;
        for (long i = 0; i < n; i++)
            columns[j] += plate[i][j].heat;
        *all += columns[j];
    }
}
