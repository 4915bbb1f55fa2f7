// deals: block, cyclic
// distributed: 36
// offloaded: 36
/* Nine-point Gauss-Seidel relaxation, after the PolyBench kernel "seidel-2d", as a wave front: points with equal
   2*i + j do not depend on each other. */
#include <stdio.h>

#define N 28
#define T 4

static double A[N][N];

static int lowest(int w)
{
    /* the first row i with 1 <= w - 2*i <= N-2 */
    int i = (w - (N - 2) + 1) / 2;
    return w - (N - 2) < 2 ? 1 : i;
}

static int highest(int w)
{
    int i = (w - 1) / 2;
    return i < N - 2 ? i : N - 2;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            A[i][j] = ((double)i * (j + 2) + 2) / N;

    for (int t = 0; t < T; t++)
        for (int w = 3; w <= 3 * (N - 2); w++) {
            int first = lowest(w), last = highest(w);
            #pragma hydra parallel for
            for (int i = first; i <= last; i++) {
                int j = w - 2 * i;
                A[i][j] = (A[i - 1][j - 1] + A[i - 1][j] + A[i - 1][j + 1] + A[i][j - 1] + A[i][j] + A[i][j + 1] +
                           A[i + 1][j - 1] + A[i + 1][j] + A[i + 1][j + 1]) /
                          9.0;
            }
        }
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            printf("%.9f ", A[i][j]);
        printf("\n");
    }
    return 0;
}
