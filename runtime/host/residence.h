// What of each allocation lies on this rank's device (HYDRA, section 4.2, with exact sets in place of whole sections).
// The directory says which ranks hold the newest values; here it is decided, by each rank for itself, whether its own
// newest value is on the host, on the device, or on both. Data go to the device when a kernel is about to read them and
// come back when the host is, and neither before.
//
// An allocation's buffer covers the bytes from the first to the last that launches have touched so far; it grows when
// they touch more.
#pragma once

#include "runtime/acc/device.h"
#include "runtime/host/counters.h"
#include "runtime/host/registry.h"

#include <string>
#include <vector>

namespace hydra::rt {

class Residence {
  public:
    // No device: every function may be called and does nothing.
    explicit Residence(std::unique_ptr<Device> device) : device_(std::move(device)) {}
    Residence(const Residence&) = delete;
    Residence& operator=(const Residence&) = delete;
    ~Residence();

    [[nodiscard]] Device* device() const { return device_.get(); }
    // There is no device any more. Its driver may be gone already, so nothing is told to it.
    void retire();
    // Whether any allocation has values on the device.
    [[nodiscard]] bool in_use() const { return !residents_.empty(); }
    // Calls f with every allocation that has values on the device; f may make it leave.
    template <class F> void for_each(F f) const {
        for (std::size_t i = residents_.size(); i-- > 0;)
            if (i < residents_.size())
                f(*residents_[i]);
    }
    // How often serial code has asked for a piece of the allocation since a kernel ran, this time included.
    int asked(Allocation& allocation);

    // The host is about to read these elements, in the allocation's index space: when arrive has returned.
    void fetch(Allocation& allocation, const Region& part);
    void arrive();
    // Both.
    void to_host(Allocation& allocation, const Region& part);
    void all_to_host(Allocation& allocation);
    // The host writes, or has written, these: the device's copies are out of date.
    void written_by_host(Allocation& allocation, const Region& part);
    // Other ranks have written all but these elements: what was here of the others means nothing any more.
    void keep_only(Allocation& allocation, const Region& held);
    // All newest values are on the host, and the device keeps nothing of the allocation.
    void leave(Allocation& allocation);

    // Where an allocation lies on the device during a launch: byte `lo` of it at the buffer's start.
    struct Place {
        Device::Memory memory = nullptr;
        std::int64_t lo = 0;
    };
    // A kernel is about to read `read` and to write `write`; what it may write is in both. The place in the device's
    // memory; nullopt where it has no room.
    std::optional<Place> to_device(Allocation& allocation, const Region& read, const Region& write);
    // A buffer for pointers that are not null but through which a kernel touches nothing; null: there is no room.
    Device::Memory untouched();
    // The kernel has been started.
    void written_by_device(Allocation& allocation, const Region& write);

    [[nodiscard]] const DeviceVolume& volume() const { return volume_; }

  private:
    struct Resident; // of one allocation; Allocation::device owns it
    Resident* of(const Allocation& allocation) const;
    Resident& made(Allocation& allocation);
    void follow_shape(const Allocation& allocation, Resident& resident) const;
    bool cover(Allocation& allocation, Resident& resident, Hull hull);
    void drop(Resident& resident);

    std::unique_ptr<Device> device_;
    Device::Memory untouched_ = nullptr;
    std::vector<Allocation*> residents_; // what has values on the device
    std::int64_t allocated_ = 0;
    bool fetching_ = false; // the device may still write into the host's memory
    DeviceVolume volume_;
};

} // namespace hydra::rt
