// What CUDA C++ has and C++ does not, for kernels that run on the host: each work item is a call, one after the other.
// Included in front of generated kernels, in which the script `nvcc` beside this file has replaced kernels' addresses
// by run_all<kernel>.
#pragma once
#include <bit>
#include <cstddef>
#include <cstring>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <utility>

namespace cuda_on_host {

struct Extent {
    unsigned x = 1, y = 1, z = 1;
};

// Those that kernels read under CUDA's names. A process runs one item at a time.
inline Extent thread_index, block_index, block_extent, grid_extent;

// Runs f for all of the extent's indices; backwards: the last one first.
template <class F> void for_each_index(const Extent& extent, Extent& index, bool backwards, F f) {
    const unsigned long all = static_cast<unsigned long>(extent.x) * extent.y * extent.z;
    for (unsigned long n = 0; n < all; ++n) {
        const unsigned long at = backwards ? all - 1 - n : n;
        index = {static_cast<unsigned>(at % extent.x), static_cast<unsigned>(at / extent.x % extent.y),
                 static_cast<unsigned>(at / extent.x / extent.y)};
        f();
    }
}

template <class... A, std::size_t... i>
void call(void (*kernel)(A...), void** arguments, std::index_sequence<i...> /*numbers*/) {
    kernel(*static_cast<A*>(arguments[i])...);
}
template <class... A> void call(void (*kernel)(A...), void** arguments) {
    call(kernel, arguments, std::index_sequence_for<A...>{});
}

// What cudart.cpp's cudaLaunchKernel calls. Items may run in any order: every other launch begins with the last one.
using Launch = void (*)(const Extent& blocks, const Extent& block, void** arguments, bool backwards);

template <auto kernel> void run_all(const Extent& blocks, const Extent& block, void** arguments, bool backwards) {
    grid_extent = blocks;
    block_extent = block;
    for_each_index(blocks, block_index, backwards,
                   [&] { for_each_index(block, thread_index, backwards, [&] { call(kernel, arguments); }); });
}

} // namespace cuda_on_host

#define threadIdx cuda_on_host::thread_index
#define blockIdx cuda_on_host::block_index
#define blockDim cuda_on_host::block_extent
#define gridDim cuda_on_host::grid_extent

inline double __longlong_as_double(long long bits) { return std::bit_cast<double>(bits); }
inline long long __double_as_longlong(double value) { return std::bit_cast<long long>(value); }
inline float __int_as_float(int bits) { return std::bit_cast<float>(bits); }
inline int __float_as_int(float value) { return std::bit_cast<int>(value); }
inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
inline int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x)); }
