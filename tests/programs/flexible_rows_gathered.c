// distributed: 10
// Records with flexible arrays, reached through a table of pointers at rows that depend on data.
#include <stdio.h>
#include <stdlib.h>
typedef struct { struct { int n, m; } h; double d[][4]; } S2;
int main(void) {
  int n = 40, *ix = malloc(n * sizeof *ix); for (int i = 0; i < n; i++) ix[i] = (i * 13 + 4) % n;
  S2 *bs[3]; for (int k = 0; k < 3; k++) { bs[k] = calloc(1, sizeof **bs + n * sizeof bs[0]->d[0]);  bs[k]->h.m = k; }
#pragma hydra parallel for
  for (int i = 0; i < n; i++) for (int k = 0; k < 3; k++) for (int j = 0; j < 4; j++) bs[k]->d[i][j] += bs[(k + 1) % 3]->h.m + ix[i];
  double s = 0; for (int k = 0; k < 3; k++) for (int i = 0; i < n; i++) s += bs[k]->d[ix[i]][k] * (i + 1) + bs[k]->h.m; printf("%.12g\n", s);
}
