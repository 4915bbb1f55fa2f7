// The CUDA device: the runtime API's functions over one device and its default stream. Kernels were compiled by nvcc
// and are linked into the program; what reaches this file is where each one's address stands.
#include "runtime/acc/device.h"
#include "runtime/host/fail.h"
#include "runtime/host/text.h"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace hydra::rt {
namespace {

void check(cudaError_t status, const char* what) {
    if (status != cudaSuccess)
        fail("", text("CUDA: ", what, ": ", cudaGetErrorString(status)));
}

class CudaDevice final : public Device {
  public:
    CudaDevice(int device, const DeviceWish& wish) {
        check(cudaSetDevice(device), "cudaSetDevice");
        check(cudaGetDeviceProperties(&properties_, device), "cudaGetDeviceProperties");
        std::size_t available = 0, total = 0;
        check(cudaMemGetInfo(&available, &total), "cudaMemGetInfo");
        memory_bytes_ = static_cast<std::int64_t>(available);
        if (wish.memory_bytes > 0)
            memory_bytes_ = std::min(memory_bytes_, wish.memory_bytes);
        wish_ = wish.workgroup;
        limits_.usual = 128;
        for (std::size_t d = 0; d < limits_.along.size(); ++d)
            limits_.along[d] = properties_.maxThreadsDim[d];
        wanted_ = wish_.numbers > 1
                      ? std::numeric_limits<std::int64_t>::max()
                      : std::int64_t{properties_.multiProcessorCount} * properties_.maxThreadsPerMultiProcessor;
    }

    [[nodiscard]] std::string name() const override { return static_cast<const char*>(properties_.name); }
    [[nodiscard]] std::int64_t memory_bytes() const override { return memory_bytes_; }

    Memory allocate(std::int64_t bytes) override {
        void* memory = nullptr;
        const cudaError_t status = cudaMalloc(&memory, static_cast<std::size_t>(bytes));
        if (status == cudaErrorMemoryAllocation) {
            cudaGetLastError(); // it is answered for
            return nullptr;
        }
        check(status, "cudaMalloc");
        return memory;
    }
    void release(Memory memory) override { check(cudaFree(memory), "cudaFree"); }

    void write(Memory to, std::int64_t start, const char* host, const Slab& slab) override {
        char* device = static_cast<char*>(to) + (slab.offset - start);
        for (std::int64_t plane = 0; plane < slab.planes; ++plane)
            copy_plane(device + plane * slab.plane_pitch, host + slab.offset + plane * slab.plane_pitch, slab,
                       cudaMemcpyHostToDevice);
    }
    void read(Memory from, std::int64_t start, char* host, const Slab& slab) override {
        const char* device = static_cast<const char*>(from) + (slab.offset - start);
        for (std::int64_t plane = 0; plane < slab.planes; ++plane)
            copy_plane(host + slab.offset + plane * slab.plane_pitch, device + plane * slab.plane_pitch, slab,
                       cudaMemcpyDeviceToHost);
    }
    void copy(Memory from, std::int64_t from_offset, Memory to, std::int64_t to_offset, std::int64_t bytes) override {
        check(cudaMemcpy(static_cast<char*>(to) + to_offset, static_cast<const char*>(from) + from_offset,
                         static_cast<std::size_t>(bytes), cudaMemcpyDeviceToDevice),
              "cudaMemcpy");
    }

    bool prepare(const hydra_rt_offload& kernel, std::string& reason) override {
        cudaFuncAttributes attributes{};
        const cudaError_t status = cudaFuncGetAttributes(&attributes, *kernel.symbol);
        if (status == cudaSuccess)
            return true;
        cudaGetLastError();
        reason = text("CUDA: ", kernel.kernel, ": ", cudaGetErrorString(status),
                      "; hydracc's option --arch names architectures");
        return false;
    }

    [[nodiscard]] std::int64_t items_wanted() const override { return wanted_; }

    void launch(const hydra_rt_offload& kernel, std::span<const Argument> arguments, const Grid& grid) override {
        std::vector<void*> list;
        for (const Argument& argument : arguments)
            list.push_back(argument.value != nullptr ? const_cast<void*>(argument.value)
                                                     : const_cast<Memory*>(&argument.memory));
        constexpr std::int64_t most_blocks = 0x7fffffff;
        // Blocks of all dimensions lie along the first one of CUDA's, which alone is long enough.
        cudaFuncAttributes attributes{};
        check(cudaFuncGetAttributes(&attributes, *kernel.symbol), kernel.kernel);
        GroupLimits limits = limits_;
        limits.most = attributes.maxThreadsPerBlock;
        const Extent shape = group_shape(grid, wish_, limits);
        const Extent counts = group_counts(grid, shape);
        const std::int64_t blocks = counts[0] * counts[1] * counts[2];
        if (blocks > most_blocks)
            fail("", text("CUDA: ", kernel.kernel, ": ", blocks, " blocks are more than one launch can have"));
        const dim3 block(static_cast<unsigned>(shape[0]), static_cast<unsigned>(shape[1]),
                         static_cast<unsigned>(shape[2]));
        check(cudaLaunchKernel(*kernel.symbol, dim3(static_cast<unsigned>(blocks)), block, list.data(), 0, nullptr),
              kernel.kernel);
    }

    void finish() override { check(cudaDeviceSynchronize(), "cudaDeviceSynchronize"); }

  private:
    static void copy_plane(char* to, const char* from, const Slab& slab, cudaMemcpyKind kind) {
        const auto bytes = static_cast<std::size_t>(slab.bytes), rows = static_cast<std::size_t>(slab.rows);
        if (rows == 1)
            check(cudaMemcpy(to, from, bytes, kind), "cudaMemcpy");
        else
            check(cudaMemcpy2D(to, static_cast<std::size_t>(slab.row_pitch), from,
                               static_cast<std::size_t>(slab.row_pitch), bytes, rows, kind),
                  "cudaMemcpy2D");
    }

    cudaDeviceProp properties_{};
    std::int64_t memory_bytes_ = 0;
    GroupWish wish_;
    GroupLimits limits_;
    std::int64_t wanted_ = 0;
};

} // namespace

std::unique_ptr<Device> make_device(const DeviceWish& wish, std::string& reason) {
    int count = 0;
    const cudaError_t status = cudaGetDeviceCount(&count);
    if (status != cudaSuccess || count <= 0) {
        reason = text("looked for an NVIDIA GPU; ",
                      status != cudaSuccess ? cudaGetErrorString(status) : "the driver knows of none");
        return nullptr;
    }
    const auto choice = choice_of(wish.devices, reason);
    if (!choice)
        return nullptr;
    if (choice->kind == DeviceChoice::Kind::cpu || choice->number >= count) {
        reason = text("looked for ", wish.devices, " among NVIDIA's GPUs; found ", count);
        return nullptr;
    }
    return std::make_unique<CudaDevice>((choice->number >= 0 ? choice->number : wish.node_rank) % count, wish);
}

const char* target_name() { return "cuda"; }

} // namespace hydra::rt
