// distributed: 8 14 19 23 27
// offloaded: 8 14 19 23 27
#include <stdio.h>
#include <stdlib.h>
static double buffer[200];
static void scale(double *v, int n, double by) {
#pragma hydra parallel for
  for (int i = 0; i < n; i++) v[i] *= by;
}
int main(void) {
  double *lower = buffer, *upper = buffer + 100, *mid = &buffer[50];
  int i;
#pragma hydra parallel for
  for (i = 0; i < 200; i++) buffer[i] = i;
  scale(lower, 40, 2);
  scale(upper, 40, 3);
  scale(mid, 60, 0.5);          /* overlaps upper */
#pragma hydra parallel for
  for (i = -10; i < 10; i++) mid[i] = upper[i + 20] + i;
  for (int k = 0; k < 3; k++) {
    double *p = buffer + 13 * k, *q = buffer + 150 - k;
#pragma hydra parallel for
    for (i = 0; i < 12; i++) p[i] = q[i] - k;
  }
  double *heap = malloc(90 * sizeof *heap), *end = heap + 90;
#pragma hydra parallel for
  for (i = 1; i <= 90; i++) end[-i] = i;
  for (i = 0; i < 200; i++) printf("%g ", buffer[i]);
  printf("\n");
  for (i = 0; i < 90; i++) printf("%g ", heap[i]);
  printf("\n");
  free(heap);
  return 0;
}
