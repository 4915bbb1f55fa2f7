// distributed: 13 15
// offloaded: 13 15
#include <stdio.h>
#define N 100
static float u[N], w[N];
int main(void) {
  int i, s;
  for (i = 0; i < N; ++i) { u[i] = 0; }
  u[N/2] = 1000;
  u[3] = -50;
  for (s = 0; s < 25; ++s) {
    #pragma hydra parallel for shared(u, w)
    for (i = 1; i < N-1; ++i) { w[i] = 0.3f*u[i-1] + 0.4f*u[i] + 0.3f*u[i+1]; }
    #pragma hydra parallel for
    for (i = 1; i < N-1; ++i) { u[i] = w[i]; }
  }
  for (i = 0; i < N; ++i) printf("%g%c", u[i], i % 10 == 9 ? '\n' : ' ');
  return 0;
}
