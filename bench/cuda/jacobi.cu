// samples/jacobi.c (copying back, initial data in parallel) by hand for one GPU: one kernel a loop, groups of 32 × 8.
#include "hand.h"

#include <vector>

__device__ double start(int n, int i, int j) {
    if (j == 0)
        return 100.0;
    if (i == 0 || i == n - 1 || j == n - 1)
        return 0.0;
    return (double)((i * 7 + j * 13) % 50);
}

__global__ void fill(int n, double* a, double* b) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n)
        a[(size_t)i * n + j] = b[(size_t)i * n + j] = start(n, i, j);
}

__global__ void relax(int n, const double* __restrict__ from, double* __restrict__ to) {
    int j = blockIdx.x * blockDim.x + threadIdx.x + 1, i = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (i >= n - 1 || j >= n - 1)
        return;
    const double* at = from + (size_t)i * n + j;
    to[(size_t)i * n + j] = 0.25 * (at[-n] + at[n] + at[-1] + at[1]);
}

__global__ void copy_inner(int n, const double* __restrict__ from, double* __restrict__ to) {
    int j = blockIdx.x * blockDim.x + threadIdx.x + 1, i = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (i < n - 1 && j < n - 1)
        to[(size_t)i * n + j] = from[(size_t)i * n + j];
}

int main(int argc, char** argv) {
    int n = argument(argc, argv, 1, 200), steps = argument(argc, argv, 2, 20);
    double *a = on_device<double>((size_t)n * n), *b = on_device<double>((size_t)n * n);
    dim3 group(32, 8), groups((n + 31) / 32, (n + 7) / 8);
    fill<<<groups, group>>>(n, a, b);
    for (int t = 0; t < steps; t++) {
        relax<<<groups, group>>>(n, a, b);
        copy_inner<<<groups, group>>>(n, b, a);
    }
    std::vector<double> all((size_t)n * n);
    check(cudaMemcpy(all.data(), a, all.size() * sizeof(double), cudaMemcpyDeviceToHost));
    double sum = 0.0;
    for (double value : all)
        sum += value;
    int middle = n / 2;
    printf("jacobi %d x %d, %d steps\n", n, n, steps);
    printf("checksum %.10g\n", sum);
    printf("a[1][1] = %.10g\n", all[n + 1]);
    printf("a[%d][1] = %.10g\n", middle, all[(size_t)middle * n + 1]);
    printf("a[%d][%d] = %.10g\n", middle, middle, all[(size_t)middle * n + middle]);
    return 0;
}
