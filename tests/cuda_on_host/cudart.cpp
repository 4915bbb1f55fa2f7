// The part of CUDA's runtime library that hydracc's runtime calls, with the host as the device: everything is done when
// it is asked for. Memory of the device is memory of its own, so what was not sent there is not there; it begins with
// bytes that are no data, and what is written around it is found when it is freed, or when the program ends.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>

#include <cuda_runtime_api.h>

#include "device.h"

namespace {

constexpr std::size_t zone = 4096;
constexpr int no_data = 0xa5, around = 0x5c;

struct Blocks {
    std::map<void*, std::size_t> bytes; // of what is allocated
    static bool is_whole(const void* block, std::size_t bytes) {
        const auto* at = static_cast<const unsigned char*>(block);
        for (std::size_t i = 0; i < zone; ++i)
            if (at[-1 - static_cast<std::ptrdiff_t>(i)] != around || at[bytes + i] != around)
                return false;
        return true;
    }
    void look_at(const void* block, std::size_t size) const {
        if (!is_whole(block, size)) {
            std::fputs("hydra: a kernel or a copy has written around the device's memory\n", stderr);
            std::abort();
        }
    }
    ~Blocks() {
        for (const auto& [block, size] : bytes)
            look_at(block, size);
    }
};

Blocks& blocks() {
    static Blocks all;
    return all;
}

cuda_on_host::Extent extent(dim3 of) { return {of.x, of.y, of.z}; }

} // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
    *count = 1;
    return cudaSuccess;
}
cudaError_t cudaSetDevice(int) { return cudaSuccess; }
cudaError_t cudaGetLastError() { return cudaSuccess; }
const char* cudaGetErrorString(cudaError_t) { return "no error"; }
cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
    std::memset(properties, 0, sizeof *properties);
    std::strcpy(properties->name, "the host");
    for (int& one : properties->maxThreadsDim)
        one = 1024;
    properties->multiProcessorCount = 8;
    properties->maxThreadsPerMultiProcessor = 64; // few, so that small programs, too, have many times as many items
    return cudaSuccess;
}
cudaError_t cudaMemGetInfo(size_t* available, size_t* total) {
    *available = *total = std::size_t{4} << 30;
    return cudaSuccess;
}
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void*) {
    std::memset(attributes, 0, sizeof *attributes);
    attributes->maxThreadsPerBlock = 1024;
    return cudaSuccess;
}

cudaError_t cudaMalloc(void** memory, size_t bytes) {
    auto* all = static_cast<unsigned char*>(std::aligned_alloc(zone, (bytes + 3 * zone - 1) / zone * zone));
    if (all == nullptr)
        return cudaErrorMemoryAllocation;
    std::memset(all, around, zone);
    std::memset(all + zone, no_data, bytes);
    std::memset(all + zone + bytes, around, zone);
    *memory = all + zone;
    blocks().bytes[*memory] = bytes;
    return cudaSuccess;
}
cudaError_t cudaFree(void* memory) {
    if (memory == nullptr)
        return cudaSuccess;
    blocks().look_at(memory, blocks().bytes.at(memory));
    blocks().bytes.erase(memory);
    std::free(static_cast<unsigned char*>(memory) - zone);
    return cudaSuccess;
}
cudaError_t cudaMallocHost(void** memory, size_t bytes) {
    *memory = std::malloc(bytes);
    return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind, cudaStream_t) {
    std::memmove(to, from, bytes);
    return cudaSuccess;
}
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t bytes, size_t rows,
                              cudaMemcpyKind, cudaStream_t) {
    if (bytes > to_pitch || bytes > from_pitch)
        return cudaErrorInvalidPitchValue;
    for (std::size_t row = 0; row < rows; ++row)
        std::memmove(static_cast<char*>(to) + row * to_pitch, static_cast<const char*>(from) + row * from_pitch, bytes);
    return cudaSuccess;
}

cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, size_t, cudaStream_t) {
    static bool backwards = false;
    backwards = !backwards;
    reinterpret_cast<cuda_on_host::Launch>(const_cast<void*>(kernel))(extent(grid), extent(block), arguments,
                                                                      backwards);
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
    *stream = nullptr;
    return cudaSuccess;
}
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned) { return cudaSuccess; }
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
    *event = nullptr;
    return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t) { return cudaSuccess; }
cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t, cudaEvent_t) {
    *milliseconds = 0;
    return cudaSuccess;
}

} // extern "C"
