// distributed: 55
// offloaded: 55
/* Jacobi iteration for a sparse system in compressed rows, built from a five-point operator with a few long-range
   couplings; runs until the largest change is small. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int n, nnz;
    int *row, *col;
    double *val;
} csr;

static csr five_point(int m)
{
    csr a;
    a.n = m * m;
    a.row = malloc((a.n + 1) * sizeof(int));
    a.col = malloc(7 * a.n * sizeof(int));
    a.val = malloc(7 * a.n * sizeof(double));
    int k = 0;
    for (int i = 0; i < a.n; i++) {
        a.row[i] = k;
        int r = i / m, c = i % m;
#define ENTRY(j, v) (a.col[k] = (j), a.val[k++] = (v))
        if (r > 0)
            ENTRY(i - m, -1.0);
        if (c > 0)
            ENTRY(i - 1, -1.0);
        ENTRY(i, 4.8);
        if (c < m - 1)
            ENTRY(i + 1, -1.0);
        if (r < m - 1)
            ENTRY(i + m, -1.0);
        if (i % 10 == 3)
            ENTRY((i * 7) % a.n == i ? (i + 1) % a.n : (i * 7) % a.n, -0.3);
    }
    a.row[a.n] = k;
    a.nnz = k;
    return a;
}

int main(void)
{
    csr a = five_point(12);
    int n = a.n, it = 0;
    double *x = calloc(n, sizeof *x), *xn = calloc(n, sizeof *xn), *b = malloc(n * sizeof *b), change;

    for (int i = 0; i < n; i++)
        b[i] = 1.0 + i % 4;
    do {
        change = 0.0;
        #pragma hydra parallel for reduction(max : change)
        for (int i = 0; i < n; i++) {
            double s = b[i], d = 1.0;
            for (int k = a.row[i]; k < a.row[i + 1]; k++) {
                int j = a.col[k];
                if (j == i)
                    d = a.val[k];
                else
                    s -= a.val[k] * x[j];
            }
            xn[i] = s / d;
            double e = fabs(xn[i] - x[i]);
            if (e > change)
                change = e;
        }
        double *t = x;
        x = xn;
        xn = t;
        it++;
    } while (change > 1e-7 && it < 300);
    printf("%d iterations\n", it);
    for (int i = 0; i < n; i++)
        printf("%.12f\n", x[i]);
    free(a.row), free(a.col), free(a.val), free(x), free(xn), free(b);
    return 0;
}
