// One device's memory as a residence sees it: what of it is allocated, and how many bytes have moved to it, from it and
// within it.
#pragma once

#include "runtime/backend/device.h"
#include "runtime/stats/counters.h"

#include <cstdint>
#include <memory>
#include <utility>

namespace hydra::rt {

class DeviceMemory {
  public:
    explicit DeviceMemory(std::unique_ptr<Device> device) : device_(std::move(device)) {}
    DeviceMemory(const DeviceMemory&) = delete;
    DeviceMemory& operator=(const DeviceMemory&) = delete;
    ~DeviceMemory();

    [[nodiscard]] Device* device() const { return device_.get(); }
    // There is no device any more. Its driver may be gone already, so nothing is told to it.
    void retire() { static_cast<void>(device_.release()); } // NOLINT: lives as long as the process

    // In bytes: that buffers may take, all together; and that they have.
    [[nodiscard]] std::int64_t bytes() const { return device_->memory_bytes(); }
    [[nodiscard]] std::int64_t allocated() const { return allocated_; }
    [[nodiscard]] bool has_room_for(std::int64_t more) const { return allocated_ + more <= bytes(); }
    // A buffer, which is to be released with its size; null: there is no room.
    Device::Memory allocate(std::int64_t bytes);
    void release(Device::Memory memory, std::int64_t bytes);

    // Small buffers that are there once: one that no kernel touches anything of; and a table of pages that leads
    // everywhere as if nothing had moved, with all memory in two pages of 1 << far bytes. Null: there is no room.
    static constexpr std::int64_t far = 63;
    Device::Memory untouched();
    Device::Memory unmoved();

    // As Device has them; they count as the program's values.
    void send(Device::Memory to, const Device::Spot& there, const char* host, const Slab& slab);
    void fetch(Device::Memory from, const Device::Spot& there, char* host, const Slab& slab);
    void rearrange(Device::Memory from, const Device::Spot& there, Device::Memory to, const Device::Spot& next,
                   std::int64_t bytes, std::int64_t rows);
    // What has been fetched lies in the host's memory.
    void arrive();

    [[nodiscard]] const DeviceVolume& volume() const { return volume_; }
    void count_to_device(std::int64_t bytes) { volume_.to_device += bytes; }
    void count_reduced(std::int64_t bytes) { volume_.reduced += bytes; }

  private:
    std::unique_ptr<Device> device_;
    Device::Memory untouched_ = nullptr, unmoved_ = nullptr;
    std::int64_t allocated_ = 0;
    bool fetching_ = false; // the device may still write into the host's memory
    DeviceVolume volume_;
};

} // namespace hydra::rt
