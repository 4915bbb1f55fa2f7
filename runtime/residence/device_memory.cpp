// See device_memory.h.
#include "runtime/residence/device_memory.h"

#include <algorithm>

namespace hydra::rt {

DeviceMemory::~DeviceMemory() {
    for (const Device::Memory memory : {untouched_, unmoved_})
        if (device_ != nullptr && memory != nullptr)
            device_->release(memory);
}

Device::Memory DeviceMemory::allocate(std::int64_t bytes) {
    const Device::Memory memory = has_room_for(bytes) ? device_->allocate(bytes) : nullptr;
    if (memory == nullptr)
        return nullptr;
    allocated_ += bytes;
    volume_.peak = std::max(volume_.peak, allocated_);
    return memory;
}

void DeviceMemory::release(Device::Memory memory, std::int64_t bytes) {
    if (device_ != nullptr)
        device_->release(memory);
    allocated_ -= bytes;
}

Device::Memory DeviceMemory::untouched() {
    constexpr std::int64_t bytes = 64;
    if (untouched_ == nullptr)
        untouched_ = device_->allocate(bytes);
    return untouched_;
}

Device::Memory DeviceMemory::unmoved() {
    const std::int64_t nothing[] = {0, 0};
    if (unmoved_ == nullptr && (unmoved_ = device_->allocate(sizeof nothing)) != nullptr)
        device_->write(unmoved_, {}, reinterpret_cast<const char*>(nothing), {0, sizeof nothing, 1, 0, 1, 0});
    return unmoved_;
}

void DeviceMemory::send(Device::Memory to, const Device::Spot& there, const char* host, const Slab& slab) {
    device_->write(to, there, host, slab);
    volume_.to_device += slab.total();
}

void DeviceMemory::fetch(Device::Memory from, const Device::Spot& there, char* host, const Slab& slab) {
    device_->read(from, there, host, slab);
    volume_.to_host += slab.total();
    fetching_ = true;
}

void DeviceMemory::rearrange(Device::Memory from, const Device::Spot& there, Device::Memory to,
                             const Device::Spot& next, std::int64_t bytes, std::int64_t rows) {
    device_->copy(from, there, to, next, bytes, rows);
    volume_.inside += bytes * rows;
}

void DeviceMemory::arrive() {
    if (fetching_)
        device_->arrive();
    fetching_ = false;
}

} // namespace hydra::rt
