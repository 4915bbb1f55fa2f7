// args: 30 12
// C that calls coordination functions of two CMAPS files, with a type of one of them, and a loop of its own between.
#include <stdio.h>
#include <stdlib.h>

#include "heat.cmaps.h"
#include "sums.cmaps.h"

int main(int argc, char **argv) {
    const int n = argc > 1 ? atoi(argv[1]) : 20, steps = argc > 2 ? atoi(argv[2]) : 5;
    cell(*plate)[n] = malloc(n * sizeof *plate);
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            plate[i][j].heat = (i * 3 + j * 5) % 17;
            plate[i][j].material = (i + j) % MATERIALS;
        }
    const double conducts[MATERIALS] = {0.1, 0.2, 0.05};
    double most;
    diffuse(n, n, plate, steps, conducts, HYDRA_BLOCK, &most);
    double *columns = calloc(n, sizeof *columns), all;
    sum_columns(n, n, plate, n, columns, &all);
    printf("%.12g %.12g\n", most, all);
    for (int j = 0; j < n; j += 7)
        printf("%.12g %.12g\n", columns[j], plate[j][n - 1 - j].heat);
    free(columns);
    free(plate);
    return 0;
}
