// samples/lu.c by hand for one GPU: a kernel divides the column, one updates what lies behind it, a thread an element.
#include "hand.h"

#include <vector>

__global__ void divide(int n, int k, double* a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x + k + 1;
    if (i < n)
        a[(size_t)i * n + k] /= a[(size_t)k * n + k];
}

__global__ void update(int n, int k, double* a) {
    int j = blockIdx.x * blockDim.x + threadIdx.x + k + 1, i = blockIdx.y * blockDim.y + threadIdx.y + k + 1;
    if (i < n && j < n)
        a[(size_t)i * n + j] -= a[(size_t)i * n + k] * a[(size_t)k * n + j];
}

int main(int argc, char** argv) {
    int n = argument(argc, argv, 1, 200);
    std::vector<double> all((size_t)n * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            all[(size_t)i * n + j] = i == j ? n : (double)((i * 3 + j * 7) % 11) / 11.0;
    double* a = on_device<double>(all.size());
    check(cudaMemcpy(a, all.data(), all.size() * sizeof(double), cudaMemcpyHostToDevice));
    dim3 group(32, 8);
    for (int k = 0; k < n - 1; k++) {
        int left = n - k - 1;
        divide<<<(left + 127) / 128, 128>>>(n, k, a);
        update<<<dim3((left + 31) / 32, (left + 7) / 8), group>>>(n, k, a);
    }
    check(cudaMemcpy(all.data(), a, all.size() * sizeof(double), cudaMemcpyDeviceToHost));
    double trace = 0.0, below = 0.0;
    for (int i = 0; i < n; i++) {
        trace += all[(size_t)i * n + i];
        for (int j = 0; j < i; j++)
            below += all[(size_t)i * n + j];
    }
    printf("lu %d x %d\n", n, n);
    printf("trace of U %.10g, sum below the diagonal of L %.10g\n", trace, below);
    printf("last pivot %.10g\n", all[(size_t)n * n - 1]);
    return 0;
}
