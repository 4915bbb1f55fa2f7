// distributed: 11 17
// offloaded: 11 17
#include <stdio.h>
#define N 23
#define W 6   /* wider than most blocks */
long a[N], b[N];
int main(void) {
  for (int i = 0; i < N; i++) a[i] = (i * 5) % 13;
  for (int t = 0; t < 6; t++) {
#pragma hydra parallel for
    for (int i = W; i < N - W; i++) {
      long s = 0;
      for (int d = -W; d <= W; d++) s += a[i + d] * (d < 0 ? -d : d + 1);
      b[i] = s % 10007;
    }
#pragma hydra parallel for
    for (int i = W; i < N - W; i++) a[i] = b[i] + t;
    for (int i = 0; i < N; i++) printf("%ld ", a[i]);
    printf("\n");
  }
  return 0;
}
