// samples/floyd.c (initial data in parallel) by hand for one GPU: a thread an element, and rows and columns k as they
// are, since round k changes neither.
#include "hand.h"

#include <vector>

__device__ double road(int n, int i, int j) {
    if (i == j)
        return 0.0;
    if (j == i + 1 || (i == n - 1 && j == 0))
        return (double)(1 + i % 4);
    if ((i * 5 + j * 3) % 17 == 0)
        return (double)(10 + (i + j) % 23);
    return 1.0e6;
}

__global__ void fill(int n, double* d) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n)
        d[(size_t)i * n + j] = road(n, i, j);
}

__global__ void round_k(int n, int k, double* d) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n || i == k || j == k)
        return;
    double through = d[(size_t)i * n + k] + d[(size_t)k * n + j], &here = d[(size_t)i * n + j];
    if (through < here)
        here = through;
}

int main(int argc, char** argv) {
    int n = argument(argc, argv, 1, 120);
    double* d = on_device<double>((size_t)n * n);
    dim3 group(32, 8), groups((n + 31) / 32, (n + 7) / 8);
    fill<<<groups, group>>>(n, d);
    for (int k = 0; k < n; k++)
        round_k<<<groups, group>>>(n, k, d);
    std::vector<double> all((size_t)n * n);
    check(cudaMemcpy(all.data(), d, all.size() * sizeof(double), cudaMemcpyDeviceToHost));
    double sum = 0.0, longest = 0.0;
    for (double value : all) {
        sum += value;
        longest = value > longest ? value : longest;
    }
    printf("checksum %.10g, longest way %.10g\n", sum, longest);
    return 0;
}
