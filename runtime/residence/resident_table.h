// The allocations that have values on one device, and what it has of each (resident.h), which the allocation owns.
#pragma once

#include "runtime/memory/registry.h"
#include "runtime/residence/device_memory.h"

#include <cstddef>
#include <vector>

namespace hydra::rt {

class DeviceBuffer;
class Resident;

class ResidentTable {
  public:
    // number: the device's among the rank's. No resident may outlive the table.
    ResidentTable(DeviceMemory& memory, std::size_t number) : memory_(memory), number_(number) {}
    ResidentTable(const ResidentTable&) = delete;
    ResidentTable& operator=(const ResidentTable&) = delete;

    [[nodiscard]] bool empty() const { return allocations_.empty(); }
    // What the device has of the allocation, in its index space of now. Null: nothing; made: it is to have something.
    [[nodiscard]] Resident* of(const Allocation& allocation) const;
    Resident& made(Allocation& allocation);
    // Calls f with every allocation; f may make it leave.
    template <class F> void for_each(F f) const {
        for (std::size_t i = allocations_.size(); i-- > 0;)
            if (i < allocations_.size())
                f(*allocations_[i]);
    }
    // Adds to the list all that lie in the buffer and are not there yet.
    void add_sharing(const DeviceBuffer* buffer, std::vector<Resident*>& list) const;
    // Nothing is kept of the allocation; leave: all newest values are on the host before.
    void forget(Allocation& allocation) const;
    void leave(Allocation& allocation) const;
    void forget_all() const;

    // Told by residents.
    void entered(Allocation& allocation) { allocations_.push_back(&allocation); }
    void left(const Allocation& allocation) { std::erase(allocations_, &allocation); }

  private:
    DeviceMemory& memory_;
    std::size_t number_;
    std::vector<Allocation*> allocations_;
};

} // namespace hydra::rt
