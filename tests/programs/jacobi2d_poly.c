// distributed: 33 37
// offloaded: 33 37
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
/* PolyBench-like */
#ifndef DATA_TYPE
# define DATA_TYPE double
#endif
#define _PB_N n
#define SCALAR_VAL(x) x
#define POLYBENCH_2D(var, dim1, dim2, ddim1, ddim2) var[dim1][dim2]
static
void init_array (int n, DATA_TYPE A[n][n], DATA_TYPE B[n][n])
{
  int i, j;

  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      {
	A[i][j] = ((DATA_TYPE) i*(j+2) + 2) / n;
	B[i][j] = ((DATA_TYPE) i*(j+3) + 3) / n;
      }
}
static
void kernel_jacobi_2d(int tsteps, int n, DATA_TYPE A[n][n], DATA_TYPE B[n][n])
{
  int t, i, j;
  for (t = 0; t < tsteps; t++)
    {
#pragma hydra parallel for private(j)
      for (i = 1; i < _PB_N - 1; i++)
	for (j = 1; j < _PB_N - 1; j++)
	  B[i][j] = SCALAR_VAL(0.2) * (A[i][j] + A[i][j-1] + A[i][1+j] + A[1+i][j] + A[i-1][j]);
#pragma hydra parallel for private(j)
      for (i = 1; i < _PB_N - 1; i++)
	for (j = 1; j < _PB_N - 1; j++)
	  A[i][j] = SCALAR_VAL(0.2) * (B[i][j] + B[i][j-1] + B[i][1+j] + B[1+i][j] + B[i-1][j]);
    }
}
static void print_array(int n, DATA_TYPE A[n][n])
{
  int i, j;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) {
      if ((i * n + j) % 20 == 0) fprintf(stdout, "\n");
      fprintf(stdout, "%0.17g ", A[i][j]);
    }
  fprintf(stdout, "\n");
}
int main(int argc, char** argv)
{
  int n = 23; int tsteps = 5;
  DATA_TYPE (*A)[n][n]; A = (DATA_TYPE(*)[n][n])malloc(n*n*sizeof(DATA_TYPE));
  DATA_TYPE (*B)[n][n]; B = (DATA_TYPE(*)[n][n])malloc(n*n*sizeof(DATA_TYPE));
  init_array (n, *A, *B);
  kernel_jacobi_2d(tsteps, n, *A, *B);
  if (argc > 42 && ! strcmp(argv[0], "")) printf("x");
  print_array(n, *A);
  free((void*)A); free((void*)B);
  return 0;
}
