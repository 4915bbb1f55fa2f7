// What the programs by hand for one GPU share.
#pragma once

#include <cstdio>
#include <cstdlib>

#include <cuda_runtime.h>

inline void check(cudaError_t status) {
    if (status != cudaSuccess) {
        std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
        std::exit(1);
    }
}

template <class T> T* on_device(size_t count) {
    T* memory = nullptr;
    check(cudaMalloc(&memory, count * sizeof(T)));
    return memory;
}

inline int argument(int argc, char** argv, int which, int otherwise) {
    return argc > which ? std::atoi(argv[which]) : otherwise;
}
