// distributed: 12 17
// offloaded: 12 17
#include <stdio.h>
#define N 21
int tri[N][N];
int rowsum[N];

int main()
{
  int i, j;
#pragma hydra parallel for private(j)
  for (i = 0; i < N; i++)
    for (j = 0; j <= i; j++)
      tri[i][j] = i * 31 + j;

#pragma hydra parallel for private(j)
  for (i = 0; i < N; i++) {
    int s = 0;
    for (j = 0; j <= i; j++)
      s += tri[i][j] - tri[j][0];
    rowsum[i] = s;
  }
  for (i = 0; i < N; i++) {
    printf("%2d: %d |", i, rowsum[i]);
    for (j = 0; j < N; j++)
      printf(" %d", tri[i][j]);
    printf("\n");
  }
  return 0;
}
