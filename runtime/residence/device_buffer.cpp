// See device_buffer.h.
#include "runtime/residence/device_buffer.h"

#include <algorithm>
#include <bit>

namespace hydra::rt {

bool DeviceBuffer::meets(const std::vector<Stretch>& parts) const {
    return std::any_of(
        parts.begin(), parts.end(), [&](const Stretch& part) { return layout_.meets(part); });
}

std::optional<DevicePlace> DeviceBuffer::place_of(const std::vector<Stretch>& pieces, std::uintptr_t base) {
    const Stretch hull{pieces.front().from, pieces.back().to};
    const auto from_base = [&](std::uintptr_t address) { return static_cast<std::int64_t>(address - base); };
    if (const Section* section = layout_.around(hull))
        return DevicePlace{memory_, from_base(section->from) - section->at, nullptr, 0};
    if (!in_pages() || !layout_.holds(pieces.front()))
        return std::nullopt;
    if (moved_ == nullptr) {
        const std::vector<std::int64_t> moved = layout_.moved();
        const auto bytes = static_cast<std::int64_t>(moved.size() * sizeof moved[0]);
        moved_ = owner_.allocate(bytes);
        if (moved_ == nullptr)
            return std::nullopt;
        moved_bytes_ = bytes;
        owner_.device()->write(moved_, {}, reinterpret_cast<const char*>(moved.data()), {0, bytes, 1, 0, 1, 0});
    }
    return DevicePlace{memory_, from_base(layout_.first_page()), moved_,
                       std::countr_zero(static_cast<std::uint64_t>(layout_.page()))};
}

void DeviceBuffer::forget_moved() {
    if (moved_ != nullptr)
        owner_.release(moved_, moved_bytes_);
    moved_ = nullptr;
}

} // namespace hydra::rt
