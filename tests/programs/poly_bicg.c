// deals: block, cyclic
// distributed: 27
// offloaded: 27
/* The two products of the BiCGStab method, q = A p and s = A' r, after the PolyBench kernel "bicg"; s is summed up
   row by row as an array reduction, as an OpenMP programmer would. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 55, m = argc > 2 ? atoi(argv[2]) : 40;
    double (*A)[m] = malloc(n * sizeof *A);
    double *s = malloc(m * sizeof(double)), *q = malloc(n * sizeof(double));
    double *p = malloc(m * sizeof(double)), *r = malloc(n * sizeof(double));

    for (int i = 0; i < m; i++)
        p[i] = (double)(i % m) / m;
    for (int i = 0; i < n; i++) {
        r[i] = (double)(i % n) / n;
        for (int j = 0; j < m; j++)
            A[i][j] = (double)(i * (j + 1) % n) / n;
    }

    for (int i = 0; i < m; i++)
        s[i] = 0;
    #pragma hydra parallel for reduction(+ : s[0 : m])
    for (int i = 0; i < n; i++) {
        q[i] = 0.0;
        for (int j = 0; j < m; j++) {
            s[j] += r[i] * A[i][j];
            q[i] += A[i][j] * p[j];
        }
    }

    for (int i = 0; i < m; i++)
        printf("s[%d] = %.9f\n", i, s[i]);
    for (int i = 0; i < n; i++)
        printf("q[%d] = %.12f\n", i, q[i]);
    free(A), free(s), free(q), free(p), free(r);
    return 0;
}
