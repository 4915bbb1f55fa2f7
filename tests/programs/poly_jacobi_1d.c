// deals: block, cyclic
// distributed: 16 19
// offloaded: 16 19
/* Three-point Jacobi smoothing of a line, after the PolyBench kernel "jacobi-1d". */
#include <stdio.h>
#define N 120
#define STEPS 40

double A[N], B[N];

void kernel_jacobi_1d(int tsteps, int n)
{
    int t, i;
    for (t = 0; t < tsteps; t++) {
        #pragma hydra parallel for
        for (i = 1; i < n - 1; i++)
            B[i] = 0.33333 * (A[i - 1] + A[i] + A[i + 1]);
        #pragma hydra parallel for
        for (i = 1; i < n - 1; i++)
            A[i] = 0.33333 * (B[i - 1] + B[i] + B[i + 1]);
    }
}

int main()
{
    int i;
    for (i = 0; i < N; i++) {
        A[i] = ((double)i + 2) / N;
        B[i] = ((double)i + 3) / N;
    }
    kernel_jacobi_1d(STEPS, N);
    for (i = 0; i < N; i++)
        printf("%.14f\n", A[i]);
    return 0;
}
