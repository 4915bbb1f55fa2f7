// distributed: 9 13
// The idiom of strtol: errno is cleared and asked in every iteration.
#include <stdio.h>
#include <errno.h>
#include <stdlib.h>
static char t[100][32];
int main(void) {
#pragma hydra parallel for
  for (int i = 0; i < 100; i++) sprintf(t[i], i == 20 ? "999999999999999999999999" : "%d", i);
  long s = 0; int bad = 0;
  errno = 5;
#pragma hydra parallel for reduction(+: s, bad)
  for (int i = 0; i < 100; i++) { errno = 0; long v = strtol(t[i], NULL, 10); if (errno == ERANGE) bad++; else s += v; }
  printf("%ld %d %d\n", s, bad, errno);
}
