// The CUDA device: the runtime API's functions over one device and three streams: copies to it, copies from it,
// kernels. Kernels were compiled by nvcc and are linked into the program; what reaches this file is where each one's
// address stands. A rank may have several devices, and CUDA's calls mean the one that was named last, so each function
// here names its own first.
#include "runtime/backend/device_request.h"
#include "runtime/backend/lanes.h"
#include "runtime/base/clock.h"
#include "runtime/base/fail.h"
#include "runtime/base/text.h"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

namespace hydra::rt {
namespace {

void check(cudaError_t status, const char* what) {
    if (status != cudaSuccess)
        fail("", text("CUDA: ", what, ": ", cudaGetErrorString(status)));
}

class CudaDevice final : public LaneDevice {
  public:
    // sharers: how many there are of these that share its memory.
    CudaDevice(int device, const DeviceRequest& request, int sharers) : LaneDevice(request), device_(device) {
        select();
        for (cudaStream_t& stream : streams_)
            check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreate");
        check(cudaGetDeviceProperties(&properties_, device), "cudaGetDeviceProperties");
        std::size_t available = 0, total = 0;
        check(cudaMemGetInfo(&available, &total), "cudaMemGetInfo");
        memory_bytes_ = static_cast<std::int64_t>(available) / sharers;
        if (request.memory_bytes > 0)
            memory_bytes_ = std::min(memory_bytes_, request.memory_bytes);
        request_ = request.workgroup;
        limits_.usual = 128;
        limits_.groups = 4 * std::int64_t{properties_.multiProcessorCount};
        for (std::size_t d = 0; d < limits_.along.size(); ++d)
            limits_.along[d] = properties_.maxThreadsDim[d];
        wanted_ = request_.numbers > 1
                      ? std::numeric_limits<std::int64_t>::max()
                      : std::int64_t{properties_.multiProcessorCount} * properties_.maxThreadsPerMultiProcessor;
        if (timed_) {
            first_ = new_event();
            check(cudaEventRecord(first_, streams_[in]), "cudaEventRecord");
            check(cudaEventSynchronize(first_), "cudaEventSynchronize");
            clock_ = now();
        }
    }

    [[nodiscard]] std::string name() const override { return static_cast<const char*>(properties_.name); }
    [[nodiscard]] std::int64_t memory_bytes() const override { return memory_bytes_; }

    bool prepare(const hydra_rt_offload& kernel, std::string& reason) override {
        select();
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
    [[nodiscard]] std::int64_t rounds_an_item(double items, std::int64_t most) const override {
        return rt::rounds_an_item(items, most, request_, wanted_);
    }

    void finish() override {
        select();
        check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    }

  protected:
    Memory make_buffer(std::int64_t bytes) override {
        select();
        void* memory = nullptr;
        const cudaError_t status = cudaMalloc(&memory, static_cast<std::size_t>(bytes));
        if (status == cudaErrorMemoryAllocation) {
            cudaGetLastError(); // it is answered for
            return nullptr;
        }
        check(status, "cudaMalloc");
        return memory;
    }
    void free_buffer(Memory memory) override {
        select();
        check(cudaFree(memory), "cudaFree");
    }
    char* make_pinned(std::int64_t bytes) override {
        select();
        void* memory = nullptr;
        check(cudaMallocHost(&memory, static_cast<std::size_t>(bytes)), "cudaMallocHost");
        return static_cast<char*>(memory);
    }

    Event enqueue_in(Memory to, const Rows& rows, const char* pinned, Events after) override {
        return enqueue(
            in, "cudaMemcpyAsync", after,
            [&](cudaStream_t stream) {
                return copy_rows(static_cast<char*>(to) + rows.offset, rows.pitch, pinned, rows.bytes, rows,
                                 cudaMemcpyHostToDevice, stream);
            });
    }
    Event enqueue_out(Memory from, const Rows& rows, char* pinned, Events after) override {
        return enqueue(
            out, "cudaMemcpyAsync", after,
            [&](cudaStream_t stream) {
                return copy_rows(pinned, rows.bytes, static_cast<const char*>(from) + rows.offset, rows.pitch, rows,
                                 cudaMemcpyDeviceToHost, stream);
            });
    }
    Event enqueue_copy(Memory from, const Rows& rows, Memory to, const Rows& next, Events after) override {
        return enqueue(
            kernels, "cudaMemcpyAsync", after,
            [&](cudaStream_t stream) {
                return copy_rows(static_cast<char*>(to) + next.offset, next.pitch,
                                 static_cast<const char*>(from) + rows.offset, rows.pitch, rows,
                                 cudaMemcpyDeviceToDevice, stream);
            });
    }
    Event enqueue_kernel(const hydra_rt_offload& kernel, std::span<const Argument> arguments, const Grid& grid,
                         Events after) override {
        std::vector<void*> list;
        for (const Argument& argument : arguments)
            list.push_back(argument.value != nullptr ? const_cast<void*>(argument.value)
                                                     : const_cast<Memory*>(&argument.memory));
        select();
        cudaFuncAttributes attributes{};
        check(cudaFuncGetAttributes(&attributes, *kernel.symbol), kernel.kernel);
        GroupLimits limits = limits_;
        limits.most = attributes.maxThreadsPerBlock;
        const Extent shape = group_shape(grid, request_, limits);
        const Extent counts = group_counts(grid, shape);
        // Only the first dimension of CUDA's is long enough for any. Kernels count through the others as one.
        constexpr std::int64_t most_along_x = 0x7fffffff, most_along_y = 65535;
        const std::int64_t slower = counts[1] * counts[2];
        const std::int64_t planes = (slower + most_along_y - 1) / most_along_y;
        if (counts[0] > most_along_x || planes > most_along_y)
            fail("", text("CUDA: ", kernel.kernel, ": ", counts[0], " x ", slower,
                          " blocks are more than one launch can have"));
        const dim3 blocks(static_cast<unsigned>(counts[0]), static_cast<unsigned>((slower + planes - 1) / planes),
                          static_cast<unsigned>(planes));
        const dim3 block(static_cast<unsigned>(shape[0]), static_cast<unsigned>(shape[1]),
                         static_cast<unsigned>(shape[2]));
        return enqueue(kernels, kernel.kernel, after, [&](cudaStream_t stream) {
            return cudaLaunchKernel(*kernel.symbol, blocks, block, list.data(), 0, stream);
        });
    }

    void wait(const Event& event) override {
        select();
        check(cudaEventSynchronize(marks(event).end), "cudaEventSynchronize");
    }
    std::pair<double, double> times(const Event& event) override {
        select();
        return {clock_ + since_first(marks(event).start), clock_ + since_first(marks(event).end)};
    }

  private:
    // Around something that a stream has been told; start: only where the device is timed.
    struct Marks {
        cudaEvent_t start = nullptr, end = nullptr;
    };
    static const Marks& marks(const Event& event) { return *static_cast<const Marks*>(event.get()); }

    void select() const { check(cudaSetDevice(device_), "cudaSetDevice"); }

    cudaEvent_t new_event() const {
        cudaEvent_t made = nullptr;
        check(cudaEventCreateWithFlags(&made, timed_ ? cudaEventDefault : cudaEventDisableTiming), "cudaEventCreate");
        return made;
    }

    // In seconds.
    double since_first(cudaEvent_t event) const {
        float milliseconds = 0;
        check(cudaEventElapsedTime(&milliseconds, first_, event), "cudaEventElapsedTime");
        return static_cast<double>(milliseconds) * 1e-3;
    }

    static cudaError_t copy_rows(void* to, std::int64_t to_pitch, const void* from, std::int64_t from_pitch,
                                 const Rows& rows, cudaMemcpyKind kind, cudaStream_t stream) {
        const auto bytes = static_cast<std::size_t>(rows.bytes);
        if (rows.rows == 1)
            return cudaMemcpyAsync(to, from, bytes, kind, stream);
        return cudaMemcpy2DAsync(to, static_cast<std::size_t>(to_pitch), from, static_cast<std::size_t>(from_pitch),
                                 bytes, static_cast<std::size_t>(rows.rows), kind, stream);
    }

    // Tells a stream something that is to start when all of `after` are done.
    template <class F> Event enqueue(Lane lane, const char* what, Events after, F f) {
        select();
        const cudaStream_t stream = streams_[lane];
        for (const Event& event : after)
            check(cudaStreamWaitEvent(stream, marks(event).end, 0), "cudaStreamWaitEvent");
        auto around = std::make_unique<Marks>();
        if (timed_) {
            around->start = new_event();
            check(cudaEventRecord(around->start, stream), "cudaEventRecord");
        }
        check(f(stream), what);
        around->end = new_event();
        check(cudaEventRecord(around->end, stream), "cudaEventRecord");
        return {static_cast<void*>(around.release()), [](void* event) {
                    const std::unique_ptr<Marks> mine(static_cast<Marks*>(event));
                    if (mine->start != nullptr)
                        cudaEventDestroy(mine->start);
                    cudaEventDestroy(mine->end);
                }};
    }

    int device_;
    std::array<cudaStream_t, lanes> streams_{};
    cudaDeviceProp properties_{};
    std::int64_t memory_bytes_ = 0;
    GroupWish request_;
    GroupLimits limits_;
    std::int64_t wanted_ = 0;
    cudaEvent_t first_ = nullptr; // by which the others are timed,
    double clock_ = 0;            // and when that was, by now()
};

} // namespace

std::vector<WeightedDevice> make_devices(const DeviceRequest& request, std::string& reason) {
    int count = 0;
    const cudaError_t status = cudaGetDeviceCount(&count);
    if (status != cudaSuccess || count <= 0) {
        const bool no_driver = status == cudaErrorInsufficientDriver; // of none at all, too
        reason = text("looked for an NVIDIA GPU; ", no_driver ? "there is no NVIDIA driver, or one older than CUDA's "
                                                                "runtime library asks for"
                                                    : status != cudaSuccess ? cudaGetErrorString(status)
                                                                            : "the driver knows of none");
        return {};
    }
    const std::vector<bool> cpus(static_cast<std::size_t>(count), false);
    const auto picks = picks_of(request, cpus, text("NVIDIA's GPUs; found ", count), reason);
    if (!picks)
        return {};
    std::vector<WeightedDevice> mine;
    for (const DevicePick& pick : *picks) {
        if (pick.parts > 1) {
            reason = "NVIDIA's GPUs cannot be divided";
            return {};
        }
        mine.push_back(
            {std::make_unique<CudaDevice>(static_cast<int>(pick.device), request, pick.sharers), pick.weight});
    }
    return mine;
}

const char* target_name() { return "cuda"; }

} // namespace hydra::rt
