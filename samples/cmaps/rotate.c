#include <stdio.h>
#include <stdlib.h>

static double f(double m) { return 2 * m + 1; }

static void rotate(long n, const double *m, long rot, double *m2) {
    for (long i = 0; i < n; i++)
        m2[i] = f(m[((i + rot) % n + n) % n]);
}

int main(int argc, char **argv) {
    long n = argc > 1 ? atol(argv[1]) : 20, rot = argc > 2 ? atol(argv[2]) : 3;
    double *M = malloc(n * sizeof(double)), *M2 = malloc(n * sizeof(double));
    for (long i = 0; i < n; i++)
        M[i] = (double)i;
    rotate(n, M, rot, M2);
    rotate(n, M2, -rot * 3, M);
    for (long i = 0; i < n; i += n / 20 + 1)
        printf("%g %g\n", M[i], M2[i]);
    free(M);
    free(M2);
    return 0;
}
