// distributed: 17 22
// offloaded: 17 22
/* Rows that share one buffer of the device; then a plain loop over two of them needs more of the last one, by which the
   shared buffer moves while the place of the first one in the old buffer has been noted already. */
#include <stdio.h>
#include <stdlib.h>
enum { R = 16, N = 1000 };
int main(void) {
    double** m = malloc(R * sizeof *m);
    for (int i = 0; i < R; i++) {
        m[i] = malloc(N * sizeof **m);
        for (int j = 0; j < N; j++)
            m[i][j] = i - j % 7;
    }
    /* the left border of every row */
#pragma hydra parallel for
    for (int i = 0; i < R; i++)
        for (int j = 0; j < 10; j++)
            m[i][j] = i * 10 + j;
    double *a = m[10], *q = m[R - 1];
#pragma hydra parallel for
    for (int j = 0; j < N; j++) {
        a[j] += 1;
        q[j] += a[j];
    }
    printf("%g %g %g %g\n", a[3], a[900], q[3], q[900]);
    return 0;
}
