// deals: block, cyclic
/* Temperature of a processor die from its floor plan's power, after Rodinia's "hotspot": explicit steps on a grid in
   single precision, with the die's edges and corners treated apart, in time steps that swap two buffers. */
// args: 30 42 24
// distributed: 24
// offloaded: 24
#include <stdio.h>
#include <stdlib.h>

#define MAX_PD (3.0e6)
#define PRECISION 0.001
#define SPEC_HEAT_SI 1.75e6
#define K_SI 100
#define FACTOR_CHIP 0.5

typedef float FLOAT;

static const FLOAT t_chip = 0.0005, chip_height = 0.016, chip_width = 0.016, amb_temp = 80.0;

static void single_iteration(FLOAT *result, const FLOAT *temp, const FLOAT *power, int row, int col, FLOAT Cap_1,
                             FLOAT Rx_1, FLOAT Ry_1, FLOAT Rz_1)
{
    #pragma hydra parallel for
    for (int r = 0; r < row; r++) {
        for (int c = 0; c < col; c++) {
            FLOAT here = temp[r * col + c], dx, dy;
            FLOAT east = c == col - 1 ? here : temp[r * col + c + 1];
            FLOAT west = c == 0 ? here : temp[r * col + c - 1];
            FLOAT south = r == row - 1 ? here : temp[(r + 1) * col + c];
            FLOAT north = r == 0 ? here : temp[(r - 1) * col + c];
            dx = (east - here) + (west - here);
            dy = (south - here) + (north - here);
            result[r * col + c] = here + Cap_1 * (power[r * col + c] + dy * Ry_1 + dx * Rx_1 + (amb_temp - here) * Rz_1);
        }
    }
}

static void compute_tran_temp(FLOAT **result, int num_iterations, FLOAT **temp, FLOAT *power, int row, int col)
{
    FLOAT grid_height = chip_height / row, grid_width = chip_width / col;
    FLOAT Cap = FACTOR_CHIP * SPEC_HEAT_SI * t_chip * grid_width * grid_height;
    FLOAT Rx = grid_width / (2.0 * K_SI * t_chip * grid_height);
    FLOAT Ry = grid_height / (2.0 * K_SI * t_chip * grid_width);
    FLOAT Rz = t_chip / (K_SI * grid_height * grid_width);
    FLOAT max_slope = MAX_PD / (FACTOR_CHIP * t_chip * SPEC_HEAT_SI);
    FLOAT step = PRECISION / max_slope / 1000.0;

    for (int i = 0; i < num_iterations; i++) {
        single_iteration(*result, *temp, power, row, col, step / Cap, 1.f / Rx, 1.f / Ry, 1.f / Rz);
        FLOAT *tmp = *temp;
        *temp = *result;
        *result = tmp;
    }
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: %s <grid_rows> <grid_cols> <sim_time>\n", argv[0]);
        exit(1);
    }
    int rows = atoi(argv[1]), cols = atoi(argv[2]), sim_time = atoi(argv[3]);
    FLOAT *temp = calloc(rows * cols, sizeof(FLOAT)), *power = calloc(rows * cols, sizeof(FLOAT));
    FLOAT *result = calloc(rows * cols, sizeof(FLOAT));

    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) {
            temp[r * cols + c] = 323.0f + (FLOAT)((r * 31 + c * 17) % 23) / 4;
            power[r * cols + c] = (r / 6 + c / 9) % 3 == 0 ? 0.02f : 0.0005f;
        }
    compute_tran_temp(&result, sim_time, &temp, power, rows, cols);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            printf("%d\t%g\n", i * cols + j, temp[i * cols + j]);
    free(temp);
    free(power);
    free(result);
    return 0;
}
