// For kernels that follow addresses which host code has stored: which allocations share a buffer of one section, in
// which they lie as far from each other as on the host.
#pragma once

#include "runtime/residence/buffer_sizing.h"
#include "runtime/residence/buffer_store.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace hydra::rt {

// What a kernel is about to touch of an allocation, as host addresses from <= x < to, and where the pointers stand that
// lead there, first <= p < last: anywhere in the allocation, at least.
struct TouchedRows {
    Allocation* allocation;
    std::uintptr_t from, to, first, last;
};

// A buffer of the device's memory in which allocations lie, the host's address that its start stands for, and where the
// pointers stand that lead there.
struct RowWindow {
    Device::Memory memory = nullptr;
    std::uintptr_t start = 0, first = 0, last = 0;
};

class RowWindows {
  public:
    RowWindows(const DeviceMemory& memory, ResidentTable& residents, BufferStore& store, const RoomRules& rules)
        : memory_(memory), residents_(residents), store_(store), rules_(rules) {}

    // The addresses of the rows that a kernel which reads and writes this needs on the device.
    TouchedRows near(Allocation& allocation, const Region& touched);
    // Sees to it that these lie in so many buffers at most. Why not, where they do not: the device has no room, or they
    // lie so far apart that nearly all of the buffers would be gaps. Then nothing has changed that counts.
    std::string gather(const std::vector<TouchedRows>& list, std::size_t most);
    // The buffers that these allocations lie in, each once.
    [[nodiscard]] std::vector<RowWindow> windows(const std::vector<TouchedRows>& list) const;

  private:
    struct Cluster; // of what is to lie in one buffer
    static std::vector<Cluster> joined(std::vector<Cluster> all, std::size_t most);
    std::vector<Cluster> clusters(const std::vector<TouchedRows>& list);
    bool put_together(Cluster& cluster);
    DeviceBuffer* single(Resident& resident);

    const DeviceMemory& memory_;
    ResidentTable& residents_;
    BufferStore& store_;
    const RoomRules& rules_;
};

} // namespace hydra::rt
