// The OpenCL device (1.2, any vendor's): one context, an in-order queue for each of copies to it, copies from it and
// kernels, programs built when a kernel of theirs is first needed. Devices are those of all platforms, GPUs and
// accelerators first, CPUs where there is nothing else.
#include "runtime/backend/device_request.h"
#include "runtime/backend/lanes.h"
#include "runtime/base/clock.h"
#include "runtime/base/fail.h"
#include "runtime/base/text.h"
#include "runtime/policy/worth_devices.h"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <map>
#include <vector>

namespace hydra::rt {
namespace {

void check(cl_int status, const char* what) {
    if (status != CL_SUCCESS)
        fail("", text("OpenCL: ", what, " failed with error ", status));
}

std::string device_text(cl_device_id device, cl_device_info what) {
    std::size_t bytes = 0;
    if (clGetDeviceInfo(device, what, 0, nullptr, &bytes) != CL_SUCCESS || bytes == 0)
        return "";
    std::string value(bytes, '\0');
    clGetDeviceInfo(device, what, bytes, value.data(), nullptr);
    value.resize(value.find('\0') == std::string::npos ? value.size() : value.find('\0'));
    return value;
}

template <class T> T device_value(cl_device_id device, cl_device_info what) {
    T value{};
    clGetDeviceInfo(device, what, sizeof value, &value, nullptr);
    return value;
}

bool is_cpu(cl_device_id device) {
    return (device_value<cl_device_type>(device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU) != 0;
}

// All devices: those that are no CPUs first, else in the platforms' order.
std::vector<cl_device_id> all_devices(cl_uint& platform_count) {
    std::vector<cl_device_id> found;
    platform_count = 0;
    if (clGetPlatformIDs(0, nullptr, &platform_count) != CL_SUCCESS)
        platform_count = 0;
    std::vector<cl_platform_id> platforms(platform_count);
    if (platform_count > 0)
        check(clGetPlatformIDs(platform_count, platforms.data(), nullptr), "clGetPlatformIDs");
    for (const cl_platform_id platform : platforms) {
        cl_uint count = 0;
        if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS || count == 0)
            continue;
        const std::size_t before = found.size();
        found.resize(before + count);
        check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, found.data() + before, nullptr), "clGetDeviceIDs");
    }
    std::stable_partition(found.begin(), found.end(), [](cl_device_id device) { return !is_cpu(device); });
    return found;
}

class OpenClDevice final : public LaneDevice {
  public:
    // sharers: how many there are of these that share its memory.
    OpenClDevice(cl_device_id device, const DeviceRequest& request, int sharers)
        : LaneDevice(request), device_(device) {
        cl_int status = CL_SUCCESS;
        context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &status);
        check(status, "clCreateContext");
        for (cl_command_queue& queue : queues_) {
            queue = clCreateCommandQueue(context_, device_, timed_ ? CL_QUEUE_PROFILING_ENABLE : 0, &status);
            check(status, "clCreateCommandQueue");
        }
        memory_bytes_ = static_cast<std::int64_t>(device_value<cl_ulong>(device_, CL_DEVICE_GLOBAL_MEM_SIZE)) / sharers;
        if (request.memory_bytes > 0)
            memory_bytes_ = std::min(memory_bytes_, request.memory_bytes);
        largest_ = static_cast<std::int64_t>(device_value<cl_ulong>(device_, CL_DEVICE_MAX_MEM_ALLOC_SIZE));
        request_ = request.workgroup;
        limits_.most = static_cast<std::int64_t>(device_value<std::size_t>(device_, CL_DEVICE_MAX_WORK_GROUP_SIZE));
        std::vector<std::size_t> along(
            std::max<std::size_t>(3, device_value<cl_uint>(device_, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS)));
        check(clGetDeviceInfo(device_, CL_DEVICE_MAX_WORK_ITEM_SIZES, along.size() * sizeof along[0], along.data(),
                              nullptr),
              "clGetDeviceInfo");
        std::copy_n(along.begin(), limits_.along.size(), limits_.along.begin());
        const auto units = static_cast<std::int64_t>(device_value<cl_uint>(device_, CL_DEVICE_MAX_COMPUTE_UNITS));
        wanted_ = request_.numbers > 1 ? std::numeric_limits<std::int64_t>::max()
                  : is_cpu(device_)    ? 0
                                       : units * worth::items_a_compute_unit;
        if (timed_)
            set_clock();
    }

    [[nodiscard]] std::string name() const override { return device_text(device_, CL_DEVICE_NAME); }
    [[nodiscard]] std::int64_t memory_bytes() const override { return memory_bytes_; }

    bool prepare(const hydra_rt_offload& kernel, std::string& reason) override {
        const auto known = kernels_.find(&kernel);
        if (known != kernels_.end())
            return known->second != nullptr;
        cl_kernel& made = kernels_[&kernel];
        const Program& program = program_of(kernel.source);
        if (program.handle == nullptr) {
            reason = program.trouble;
            return false;
        }
        cl_int status = CL_SUCCESS;
        made = clCreateKernel(program.handle, kernel.kernel, &status);
        if (status != CL_SUCCESS) {
            made = nullptr;
            reason = text("OpenCL: no kernel ", kernel.kernel, ", error ", status);
        }
        return made != nullptr;
    }

    [[nodiscard]] std::int64_t items_wanted() const override { return wanted_; }
    [[nodiscard]] std::int64_t rounds_an_item(double items, std::int64_t most) const override {
        return rt::rounds_an_item(items, most, request_, wanted_);
    }

    void finish() override {
        for (const cl_command_queue queue : queues_)
            check(clFinish(queue), "clFinish");
    }

  protected:
    Memory make_buffer(std::int64_t bytes) override {
        if (bytes > largest_)
            return nullptr;
        cl_int status = CL_SUCCESS;
        cl_mem memory = clCreateBuffer(context_, CL_MEM_READ_WRITE, static_cast<std::size_t>(bytes), nullptr, &status);
        return status == CL_SUCCESS ? memory : nullptr;
    }
    void free_buffer(Memory memory) override {
        check(clReleaseMemObject(static_cast<cl_mem>(memory)), "clReleaseMemObject");
    }
    char* make_pinned(std::int64_t bytes) override {
        cl_int status = CL_SUCCESS;
        const auto size = static_cast<std::size_t>(bytes);
        cl_mem memory = clCreateBuffer(context_, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, size, nullptr, &status);
        check(status, "clCreateBuffer");
        void* mapped = clEnqueueMapBuffer(queues_[in], memory, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, size, 0, nullptr,
                                          nullptr, &status);
        check(status, "clEnqueueMapBuffer");
        return static_cast<char*>(mapped);
    }

    Event enqueue_in(Memory to, const Rows& rows, const char* pinned, Events after) override {
        const Rectangle at(rows);
        return enqueue(in, "clEnqueueWriteBuffer", after, [&](cl_command_queue queue, const Waiting& waits) {
            return rows.rows == 1 ? clEnqueueWriteBuffer(queue, static_cast<cl_mem>(to), CL_FALSE, at.offset,
                                                         at.size[0], pinned, waits.count, waits.list, waits.done)
                                  : clEnqueueWriteBufferRect(queue, static_cast<cl_mem>(to), CL_FALSE, at.origin,
                                                             at.zero, at.size, at.pitch, 0, at.size[0], 0, pinned,
                                                             waits.count, waits.list, waits.done);
        });
    }
    Event enqueue_out(Memory from, const Rows& rows, char* pinned, Events after) override {
        const Rectangle at(rows);
        return enqueue(out, "clEnqueueReadBuffer", after, [&](cl_command_queue queue, const Waiting& waits) {
            return rows.rows == 1 ? clEnqueueReadBuffer(queue, static_cast<cl_mem>(from), CL_FALSE, at.offset,
                                                        at.size[0], pinned, waits.count, waits.list, waits.done)
                                  : clEnqueueReadBufferRect(queue, static_cast<cl_mem>(from), CL_FALSE, at.origin,
                                                            at.zero, at.size, at.pitch, 0, at.size[0], 0, pinned,
                                                            waits.count, waits.list, waits.done);
        });
    }
    Event enqueue_copy(Memory from, const Rows& rows, Memory to, const Rows& next, Events after) override {
        const Rectangle there(rows), then(next);
        return enqueue(kernels, "clEnqueueCopyBuffer", after, [&](cl_command_queue queue, const Waiting& waits) {
            return rows.rows == 1
                       ? clEnqueueCopyBuffer(queue, static_cast<cl_mem>(from), static_cast<cl_mem>(to), there.offset,
                                             then.offset, there.size[0], waits.count, waits.list, waits.done)
                       : clEnqueueCopyBufferRect(queue, static_cast<cl_mem>(from), static_cast<cl_mem>(to),
                                                 there.origin, then.origin, there.size, there.pitch, 0, then.pitch, 0,
                                                 waits.count, waits.list, waits.done);
        });
    }
    Event enqueue_kernel(const hydra_rt_offload& kernel, std::span<const Argument> arguments, const Grid& grid,
                         Events after) override {
        cl_kernel made = kernels_.at(&kernel);
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            const Argument& argument = arguments[i];
            const bool is_value = argument.value != nullptr;
            const cl_int status = is_value
                                      ? clSetKernelArg(made, static_cast<cl_uint>(i), argument.bytes, argument.value)
                                      : clSetKernelArg(made, static_cast<cl_uint>(i), sizeof(cl_mem), &argument.memory);
            if (status != CL_SUCCESS)
                fail("", text("OpenCL: argument ", i, " of ", kernel.kernel, " is refused with error ", status));
        }
        const Extent shape = group_shape(grid, request_, limits_of(made));
        const Extent groups = group_counts(grid, shape);
        std::array<std::size_t, 3> local{}, global{};
        for (std::size_t d = 0; d < shape.size(); ++d) {
            local[d] = static_cast<std::size_t>(shape[d]);
            global[d] = static_cast<std::size_t>(groups[d] * shape[d]);
        }
        return enqueue(kernels, "clEnqueueNDRangeKernel", after, [&](cl_command_queue queue, const Waiting& waits) {
            return clEnqueueNDRangeKernel(queue, made, static_cast<cl_uint>(grid.dims), nullptr, global.data(),
                                          local.data(), waits.count, waits.list, waits.done);
        });
    }

    void wait(const Event& event) override {
        auto handle = static_cast<cl_event>(event.get());
        check(clWaitForEvents(1, &handle), "clWaitForEvents");
    }
    std::pair<double, double> times(const Event& event) override {
        return {time_of(event, CL_PROFILING_COMMAND_START) + clock_, time_of(event, CL_PROFILING_COMMAND_END) + clock_};
    }

  private:
    struct Program {
        cl_program handle = nullptr;
        std::string trouble;
    };

    struct Rectangle {
        std::size_t offset, origin[3], zero[3] = {0, 0, 0}, size[3], pitch;
        explicit Rectangle(const Rows& rows)
            : offset(static_cast<std::size_t>(rows.offset)), origin{offset, 0, 0},
              size{static_cast<std::size_t>(rows.bytes), static_cast<std::size_t>(rows.rows), 1},
              pitch(static_cast<std::size_t>(rows.pitch)) {}
    };

    struct Waiting {
        cl_uint count = 0;
        const cl_event* list = nullptr;
        cl_event* done = nullptr;
    };
    // Tells a queue something; what other queues wait for has to be on its way, hence the flush.
    template <class F> Event enqueue(Lane lane, const char* what, Events after, F f) {
        std::vector<cl_event> list;
        for (const Event& event : after)
            list.push_back(static_cast<cl_event>(event.get()));
        cl_event done = nullptr;
        check(f(queues_[lane], Waiting{static_cast<cl_uint>(list.size()), list.empty() ? nullptr : list.data(), &done}),
              what);
        check(clFlush(queues_[lane]), "clFlush");
        return {static_cast<void*>(done), [](void* event) { clReleaseEvent(static_cast<cl_event>(event)); }};
    }

    // By the device's clock, in seconds.
    static double time_of(const Event& event, cl_profiling_info which) {
        cl_ulong nanoseconds = 0;
        check(clGetEventProfilingInfo(static_cast<cl_event>(event.get()), which, sizeof nanoseconds, &nanoseconds,
                                      nullptr),
              "clGetEventProfilingInfo");
        return static_cast<double>(nanoseconds) * 1e-9;
    }

    // Finds how the device's clock stands to now(): something short ends at one moment by both.
    void set_clock() {
        const Memory little = make_buffer(1);
        const char nothing = 0;
        const Event done = enqueue_in(little, {0, 1}, &nothing, {});
        wait(done);
        clock_ = now() - time_of(done, CL_PROFILING_COMMAND_END);
        free_buffer(little);
    }

    GroupLimits limits_of(cl_kernel kernel) const {
        GroupLimits limits = limits_;
        auto most = static_cast<std::size_t>(limits.most);
        clGetKernelWorkGroupInfo(kernel, device_, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, nullptr);
        limits.most = std::min(limits.most, static_cast<std::int64_t>(most));
        return limits;
    }

    const Program& program_of(const char* const* source) {
        const auto known = programs_.find(source);
        if (known != programs_.end())
            return known->second;
        Program& program = programs_[source];
        std::vector<const char*> lines;
        for (const char* const* line = source; *line != nullptr; ++line)
            lines.push_back(*line);
        cl_int status = CL_SUCCESS;
        cl_program made =
            clCreateProgramWithSource(context_, static_cast<cl_uint>(lines.size()), lines.data(), nullptr, &status);
        check(status, "clCreateProgramWithSource");
        std::string options = "-cl-std=CL1.2 -w"; // warnings are about the user's text, and were given for it
        if ((device_value<cl_device_fp_config>(device_, CL_DEVICE_SINGLE_FP_CONFIG) &
             CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0)
            options += " -cl-fp32-correctly-rounded-divide-sqrt";
        if (wanted_ > 0)
            options += " -D HYDRA_ROUNDS_IN_TURN=1"; // see codegen/device/work_item_mapping.h
        // PoCL's processes share a cache of kernels; when they fill it at one time, one may fail, and not when asked
        // again.
        constexpr int attempts = 3;
        status = CL_BUILD_PROGRAM_FAILURE;
        for (int attempt = 0; attempt < attempts && status != CL_SUCCESS; ++attempt)
            status = clBuildProgram(made, 1, &device_, options.c_str(), nullptr, nullptr);
        if (status != CL_SUCCESS) {
            std::size_t bytes = 0;
            clGetProgramBuildInfo(made, device_, CL_PROGRAM_BUILD_LOG, 0, nullptr, &bytes);
            std::string log(bytes, '\0');
            clGetProgramBuildInfo(made, device_, CL_PROGRAM_BUILD_LOG, bytes, log.data(), nullptr);
            program.trouble = text("its OpenCL C does not compile: ", log.c_str());
            clReleaseProgram(made);
            return program;
        }
        program.handle = made;
        return program;
    }

    cl_device_id device_;
    cl_context context_ = nullptr;
    std::array<cl_command_queue, lanes> queues_{};
    std::int64_t memory_bytes_ = 0, largest_ = 0;
    GroupWish request_;
    GroupLimits limits_;
    std::int64_t wanted_ = 0;
    double clock_ = 0;                                     // seconds that now() is ahead of the device's clock
    std::map<const char* const*, Program> programs_;       // by their source
    std::map<const hydra_rt_offload*, cl_kernel> kernels_; // null: cannot be run
};

// One of so many parts of the device, which share out its compute units as evenly as they go; null: it cannot be
// divided so, for this reason.
cl_device_id part_of(cl_device_id device, int part, int parts, std::string& reason) {
    if (parts == 1)
        return device;
    const auto units = static_cast<int>(device_value<cl_uint>(device, CL_DEVICE_MAX_COMPUTE_UNITS));
    if (units < parts) {
        reason = text(device_text(device, CL_DEVICE_NAME), " cannot be divided into ", parts, " devices: it has ",
                      units, units == 1 ? " compute unit" : " compute units");
        return nullptr;
    }
    std::vector<cl_device_partition_property> division{CL_DEVICE_PARTITION_BY_COUNTS};
    for (int one = 0; one < parts; ++one)
        division.push_back(units / parts + (one < units % parts ? 1 : 0));
    division.insert(division.end(), {CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
    std::vector<cl_device_id> all(static_cast<std::size_t>(parts));
    const cl_int status = clCreateSubDevices(device, division.data(), static_cast<cl_uint>(parts), all.data(), nullptr);
    if (status == CL_SUCCESS)
        return all[static_cast<std::size_t>(part)];
    reason = text(device_text(device, CL_DEVICE_NAME), " cannot be divided into ", parts, " devices: error ", status);
    return nullptr;
}

// PoCL's processes share a cache of kernels, and sometimes crash where several fill it at one time. So each rank of a
// node but the first has one of its own inside of it. Must come before OpenCL's first function.
void part_caches(int node_rank) {
    const char* const name = "POCL_CACHE_DIR";
    const auto value = [](const char* variable) {
        const char* found = std::getenv(variable);
        return std::string(found != nullptr ? found : "");
    };
    std::string folder = value(name);
    if (folder.empty() && !value("XDG_CACHE_HOME").empty())
        folder = value("XDG_CACHE_HOME") + "/pocl/kcache";
    if (folder.empty() && !value("HOME").empty())
        folder = value("HOME") + "/.cache/pocl/kcache";
    if (node_rank > 0 && !folder.empty())
        setenv(name, text(folder, "/rank-", node_rank).c_str(), 1);
}

} // namespace

std::vector<WeightedDevice> make_devices(const DeviceRequest& request, std::string& reason) {
    part_caches(request.node_rank);
    cl_uint platforms = 0;
    const std::vector<cl_device_id> devices = all_devices(platforms);
    if (devices.empty()) {
        reason = text("looked for an OpenCL device (of any platform and type); found ", platforms,
                      platforms == 1 ? " platform" : " platforms", " and no device");
        return {};
    }
    std::vector<bool> cpus;
    std::string found = "OpenCL's devices; found ";
    for (const cl_device_id device : devices) {
        found += text(cpus.empty() ? "" : ", ", is_cpu(device) ? "cpu " : "gpu ", device_text(device, CL_DEVICE_NAME));
        cpus.push_back(is_cpu(device));
    }
    const auto picks = picks_of(request, cpus, found, reason);
    if (!picks)
        return {};
    std::vector<WeightedDevice> mine;
    for (const DevicePick& pick : *picks) {
        cl_device_id device = part_of(devices[pick.device], pick.part, pick.parts, reason);
        if (device == nullptr)
            return {};
        mine.push_back({std::make_unique<OpenClDevice>(device, request, pick.sharers), pick.weight});
    }
    return mine;
}

const char* target_name() { return "opencl"; }

} // namespace hydra::rt
