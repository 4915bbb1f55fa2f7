// A buffer of a device's memory that stands for the host addresses of its sections (sections.h).
#pragma once

#include "runtime/residence/device_memory.h"
#include "runtime/residence/sections.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace hydra::rt {

// Where what a group of pointers leads to lies on the device during a launch: byte x of the allocation at x - lo in
// the buffer; or, where `moved` is not null, at y + moved[y >> shift] with y = x - lo.
struct DevicePlace {
    Device::Memory memory = nullptr; // null: nothing is touched
    std::int64_t lo = 0;
    Device::Memory moved = nullptr;
    std::int64_t shift = 0;
    bool operator==(const DevicePlace&) const = default;
};

class DeviceBuffer {
  public:
    // Owns `memory`, of as many bytes as the sections take, which has come from `owner` and goes back there.
    DeviceBuffer(DeviceMemory& owner, Device::Memory memory, const Layout& sections)
        : owner_(owner), memory_(memory), layout_(sections) {}
    DeviceBuffer(const DeviceBuffer&) = delete;
    DeviceBuffer& operator=(const DeviceBuffer&) = delete;
    ~DeviceBuffer() {
        forget_moved();
        owner_.release(memory_, layout_.bytes());
    }

    [[nodiscard]] Device::Memory memory() const { return memory_; }
    // Whoever changes its sections, except for when they have been used, sees to it that the table of pages is
    // forgotten.
    [[nodiscard]] Layout& layout() { return layout_; }
    [[nodiscard]] const Layout& layout() const { return layout_; }
    [[nodiscard]] bool in_pages() const { return layout_.page() > 0; }
    // Sections that come and go by themselves.
    [[nodiscard]] bool in_loose_pages() const { return in_pages() && !layout_.is_tight(); }
    [[nodiscard]] bool meets(const std::vector<Stretch>& parts) const;
    // These pieces are used by the allocation's launch of this number.
    void use(const std::vector<Stretch>& pieces, std::int64_t launch) {
        for (const Stretch& piece : pieces)
            layout_.use(piece, launch);
    }

    // Where a kernel finds the pieces, which are not none, of the allocation at `base`: in one section or by pages, of
    // which the table is made where it is not there yet. nullopt: the buffer does not have them, or there is no room
    // for the table.
    std::optional<DevicePlace> place_of(const std::vector<Stretch>& pieces, std::uintptr_t base);
    void forget_moved();

  private:
    DeviceMemory& owner_;
    Device::Memory memory_;
    Device::Memory moved_ = nullptr; // Layout::moved on the device; null: not there, or no longer true
    std::int64_t moved_bytes_ = 0;
    Layout layout_;
};

} // namespace hydra::rt
