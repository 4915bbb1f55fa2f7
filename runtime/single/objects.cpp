// See objects.h.
#include "runtime/single/objects.h"

namespace hydra::rt {

void ObjectTable::note(const void* base, std::size_t bytes) {
    const std::scoped_lock lock(mutex_);
    bytes_of_[reinterpret_cast<std::uintptr_t>(base)] = bytes;
}

std::size_t ObjectTable::forget(const void* base) {
    const std::scoped_lock lock(mutex_);
    const auto found = bytes_of_.find(reinterpret_cast<std::uintptr_t>(base));
    if (found == bytes_of_.end())
        return 0;
    const std::size_t bytes = found->second;
    bytes_of_.erase(found);
    ++gone_;
    return bytes;
}

std::optional<ObjectTable::Object> ObjectTable::find(std::uintptr_t address) const {
    const std::scoped_lock lock(mutex_);
    auto next = bytes_of_.upper_bound(address);
    if (next == bytes_of_.begin())
        return std::nullopt;
    const Object object{std::prev(next)->first, std::prev(next)->second};
    return object.holds(address) ? std::optional(object) : std::nullopt;
}

bool ObjectTable::begins(const void* base) const {
    const std::scoped_lock lock(mutex_);
    return bytes_of_.contains(reinterpret_cast<std::uintptr_t>(base));
}

} // namespace hydra::rt
