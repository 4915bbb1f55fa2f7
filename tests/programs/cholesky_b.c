// distributed: 15 18
// offloaded: 15 18
#include <stdio.h>
#include <math.h>
#define N 26
double A[N][N];
int main(void)
{
  int i, j, k;
  for (i = 0; i < N; i++) for (j = 0; j < N; j++) A[i][j] = i == j ? N + i : 1.0 / (1 + i + j);
  for (k = 0; k < N; ++k)
  {
    A[k][k] = sqrt(A[k][k]);
    #pragma hydra parallel for
    for (i = k + 1; i < N; ++i)
      A[i][k] = A[i][k] / A[k][k];
    #pragma hydra parallel for private(i)
    for (j = k + 1; j < N; ++j)
      for (i = j; i < N; ++i)
        A[i][j] -= A[i][k] * A[j][k];
  }
  for (i = 0; i < N; i++) { for (j = 0; j <= i; j++) printf("%.17g ", A[i][j]); printf("\n"); }
}
