// One device of a rank as HOST-RT sees it: memory of its own, copies to and from it, and kernels. What is valid where
// is not its affair (runtime/residence/residence.h). Each target's library defines make_devices.
//
// What a device is told takes effect in order, and is not waited for: write has finished with the host's memory when it
// returns, read has when arrive returns. Errors of the device end all ranks with a message.
#pragma once

#include "runtime/backend/grid.h"
#include "runtime/include/hydra_rt.h"
#include "runtime/sets/slabs.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace hydra::rt {

class Device {
  public:
    using Memory = void*; // of the device's own

    struct Argument {
        Memory memory = nullptr;     // a buffer; or, where null,
        const void* value = nullptr; // these bytes
        std::size_t bytes = 0;
    };

    Device() = default;
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;
    virtual ~Device() = default;

    [[nodiscard]] virtual std::string name() const = 0;
    [[nodiscard]] virtual std::int64_t memory_bytes() const = 0; // that buffers may take, all together

    // A buffer; null where the device has not that much.
    virtual Memory allocate(std::int64_t bytes) = 0;
    virtual void release(Memory memory) = 0;

    // Where rows of bytes lie in a buffer: the first one, and how far they, and planes of them, are apart.
    struct Spot {
        std::int64_t offset = 0, row_pitch = 0, plane_pitch = 0;
    };
    // That of a slab which lies there as it does in the host's memory, byte x at x - start.
    static Spot as_on_host(const Slab& slab, std::int64_t start) {
        return {slab.offset - start, slab.row_pitch, slab.plane_pitch};
    }

    // The slab's bytes, which begin at `host + slab.offset` here and at `there.offset` in the buffer.
    virtual void write(Memory to, const Spot& there, const char* host, const Slab& slab) = 0;
    virtual void read(Memory from, const Spot& there, char* host, const Slab& slab) = 0;
    // All that was to be read lies in the host's memory.
    virtual void arrive() = 0;
    // So many rows of so many bytes.
    virtual void copy(Memory from, const Spot& there, Memory to, const Spot& next, std::int64_t bytes,
                      std::int64_t rows) = 0;

    // Whether the kernel can be run here; the reason where it cannot (it does not compile, say).
    virtual bool prepare(const hydra_rt_offload& kernel, std::string& reason) = 0;
    // Starts the prepared kernel with these work items, at least.
    virtual void launch(const hydra_rt_offload& kernel, std::span<const Argument> arguments, const Grid& grid) = 0;
    // How many work items keep the device busy, where one may be as little as a round of an inner loop. 0: such loops
    // are better left whole, for cores that run them as vectors.
    [[nodiscard]] virtual std::int64_t items_wanted() const = 0;
    // How many rounds of a loop, at most so many, an item is to run one after the other, where there were so many items
    // with one each.
    [[nodiscard]] virtual std::int64_t rounds_an_item(double items, std::int64_t most) const = 0;
    virtual void finish() = 0;

    // Where DeviceRequest::timed asked for it: what the device was told has been done, with the loop or site that had
    // been named last. May be called once, when the device has finished.
    struct Done {
        enum class Kind { kernel, write, read, copy } kind;
        const char* at;
        double start, end;  // by now()
        std::int64_t bytes; // of a kernel: -1
    };
    virtual void belongs_to(const char* at) { static_cast<void>(at); }
    virtual std::vector<Done> done() { return {}; }
};

// What the user asks for (docs/devices.md: HYDRA_DEVICES and its like), and this rank's place on its node.
struct DeviceRequest {
    std::string devices;           // HYDRA_DEVICES; empty: by the rank's place
    std::int64_t memory_bytes = 0; // HYDRA_DEVICE_MEMORY; 0: what there is
    GroupWish workgroup;           // HYDRA_WORKGROUP
    int node_rank = 0, node_ranks = 1;
    std::int64_t staging_bytes = 1 << 20; // HYDRA_STAGING: of a piece of pinned memory
    bool timed = false;                   // the device is to note when it does what (Device::done)
};

// A device of the rank's, and how much it gets of the rank's iterations, as the weights stand to each other.
struct WeightedDevice {
    std::unique_ptr<Device> device;
    double weight = 1;
};

// The target's devices for this rank; none where there is none (then `reason` says what was looked for and what was
// found) or the target is the host itself (then `reason` stays empty).
std::vector<WeightedDevice> make_devices(const DeviceRequest& request, std::string& reason);
// "cpu", "opencl", "cuda".
const char* target_name();

} // namespace hydra::rt
