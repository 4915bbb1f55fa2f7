// deals: block, cyclic
// distributed: 15
// offloaded: 15
/* Rodinia-like hotspot */
#include <stdio.h>
#include <stdlib.h>
#define FLOAT float
#define BLOCK_SIZE_R 8
static const FLOAT t_chip=0.0005; const float amb_temp=80.0;
void single_iteration(FLOAT *result, FLOAT *temp, FLOAT *power, int row, int col, FLOAT Cap_1, FLOAT Rx_1, FLOAT Ry_1, FLOAT Rz_1, FLOAT step)
{
  (void)step;
  int r,c; FLOAT delta;
  #pragma hydra parallel for private(c, delta)
  for ( r = 0; r < row; ++r ) {
    for ( c = 0; c < col; ++c ) {
      if ( (r == 0) && (c == 0) ) {
        delta = (Cap_1) * (power[0] + (temp[1] - temp[0]) * Rx_1 + (temp[col] - temp[0]) * Ry_1 + (amb_temp - temp[0]) * Rz_1);
      } else if ((r == 0) && (c == col-1)) {
        delta = (Cap_1) * (power[c] + (temp[c-1] - temp[c]) * Rx_1 + (temp[c+col] - temp[c]) * Ry_1 + (   amb_temp - temp[c]) * Rz_1);
      } else if ((r == row-1) && (c == col-1)) {
        delta = (Cap_1) * (power[r*col+c] + (temp[r*col+c-1] - temp[r*col+c]) * Rx_1 + (temp[(r-1)*col+c] - temp[r*col+c]) * Ry_1 + (amb_temp - temp[r*col+c]) * Rz_1);
      } else if ((r == row-1) && (c == 0)) {
        delta = (Cap_1) * (power[r*col] + (temp[r*col+1] - temp[r*col]) * Rx_1 + (temp[(r-1)*col] - temp[r*col]) * Ry_1 + (amb_temp - temp[r*col]) * Rz_1);
      } else if (r == 0) {
        delta = (Cap_1) * (power[c] + (temp[c+1] + temp[c-1] - 2.0f*temp[c]) * Rx_1 + (temp[col+c] - temp[c]) * Ry_1 + (amb_temp - temp[c]) * Rz_1);
      } else if (c == col-1) {
        delta = (Cap_1) * (power[r*col+c] + (temp[(r+1)*col+c] + temp[(r-1)*col+c] - 2.0f*temp[r*col+c]) * Ry_1 + (temp[r*col+c-1] - temp[r*col+c]) * Rx_1 + (amb_temp - temp[r*col+c]) * Rz_1);
      } else if (r == row-1) {
        delta = (Cap_1) * (power[r*col+c] + (temp[r*col+c+1] + temp[r*col+c-1] - 2.0f*temp[r*col+c]) * Rx_1 + (temp[(r-1)*col+c] - temp[r*col+c]) * Ry_1 + (amb_temp - temp[r*col+c]) * Rz_1);
      } else if (c == 0) {
        delta = (Cap_1) * (power[r*col] + (temp[(r+1)*col] + temp[(r-1)*col] - 2.0f*temp[r*col]) * Ry_1 + (temp[r*col+1] - temp[r*col]) * Rx_1 + (amb_temp - temp[r*col]) * Rz_1);
      } else {
        delta = (Cap_1 * (power[r*col+c] + (temp[(r+1)*col+c] + temp[(r-1)*col+c] - 2.f*temp[r*col+c]) * Ry_1 + (temp[r*col+c+1] + temp[r*col+c-1] - 2.f*temp[r*col+c]) * Rx_1 + (amb_temp - temp[r*col+c]) * Rz_1));
      }
      result[r*col+c] = temp[r*col+c] + delta;
    }
  }
}
void compute_tran_temp(FLOAT *result, int num_iterations, FLOAT *temp, FLOAT *power, int row, int col)
{
  FLOAT *r = result, *t = temp;
  for (int i = 0; i < num_iterations ; i++) {
    single_iteration(r, t, power, row, col, 0.1f, 0.2f, 0.3f, 0.01f, 1);
    FLOAT* tmp = t; t = r; r = tmp;
  }
}
int main(int argc, char **argv)
{
  int grid_rows = 18, grid_cols = 14, sim_time = argc > 1 ? atoi(argv[1]) : 6;
  FLOAT *temp = (FLOAT *) calloc (grid_rows * grid_cols, sizeof(FLOAT));
  FLOAT *power = (FLOAT *) calloc (grid_rows * grid_cols, sizeof(FLOAT));
  FLOAT *result = (FLOAT *) calloc (grid_rows * grid_cols, sizeof(FLOAT));
  if(!temp || !power) { fprintf(stderr,"unable to allocate memory\n"); return 1; }
  for (int i = 0; i < grid_rows * grid_cols; i++) { temp[i] = 300 + (i * 31) % 50; power[i] = (i * 17) % 11 * 0.1f; }
  compute_tran_temp(result, sim_time, temp, power, grid_rows, grid_cols);
  FLOAT *out = (1&sim_time) ? result : temp;
  for (int i = 0; i < grid_rows; i++) for (int j = 0; j < grid_cols; j++) printf("%d\t%.9g\n", i * grid_cols + j, out[i*grid_cols+j]);
  free(temp); free(power); free(result); (void)t_chip;
  return 0;
}
