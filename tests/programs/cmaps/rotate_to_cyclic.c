#include <stdio.h>
#include <stdlib.h>

static void rotate(long n, const double *M, long rot, double *M2) {
    for (long i = 0; i < n; i++)
        M2[i] = 2 * M[((i + rot) % n + n) % n] + 1;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 20, rot = argc > 2 ? atoi(argv[2]) : 3;
    double *M = malloc(n * sizeof(double)), *M2 = malloc(n * sizeof(double));
    for (int i = 0; i < n; i++)
        M[i] = i;
    rotate(n, M, rot, M2);
    rotate(n, M2, -rot * 3, M);
    for (int i = 0; i < n; i += n / 20 + 1)
        printf("%g %g\n", M[i], M2[i]);
    free(M);
    free(M2);
    return 0;
}
