// deals: block, cyclic
// distributed: 25 29 32
// offloaded: 25 29 32
/* Levinson-Durbin recursion for a Toeplitz system, after the PolyBench kernel "durbin": a short reduction and an
   element-wise update with a mirrored read for each order k. */
#include <stdio.h>

#define N 50

int main(void)
{
    static double r[N], y[N], z[N];
    double alpha, beta, sum;

    for (int i = 0; i < N; i++)
        r[i] = (N + 1 - i) / (4.0 * N);

    y[0] = -r[0];
    beta = 1.0;
    alpha = -r[0];
    for (int k = 1; k < N; k++) {
        beta = (1 - alpha * alpha) * beta;
        sum = 0.0;
        #pragma hydra parallel for reduction(+ : sum)
        for (int i = 0; i < k; i++)
            sum += r[k - i - 1] * y[i];
        alpha = -(r[k] + sum) / beta;
        #pragma hydra parallel for
        for (int i = 0; i < k; i++)
            z[i] = y[i] + alpha * y[k - i - 1];
        #pragma hydra parallel for
        for (int i = 0; i < k; i++)
            y[i] = z[i];
        y[k] = alpha;
    }
    for (int i = 0; i < N; i++)
        printf("%d %.7f\n", i, y[i]);
    return 0;
}
