// See writers.h.
#include "runtime/explain/writers.h"

#include <algorithm>
#include <utility>

namespace hydra::rt {
namespace {

// The bytes of an allocation in its index space, as far as whole units are in them.
Region units_of(const Shape& shape, std::int64_t offset, std::int64_t bytes) {
    const long lo = offset / shape.elem, hi = (offset + bytes) / shape.elem;
    const long bounds[] = {lo, hi, 1};
    const View view{0, shape.elem, {}};
    return hi <= lo || !fits(shape, view) ? Region(shape.dims()) : convert(shape, view, bounds).region;
}

} // namespace

Writers::Known& Writers::known(const Allocation& array) {
    Known& known = known_[array.serial];
    if (known.shape == array.shape)
        return known;
    const bool finer = known.shape.bytes == array.shape.bytes && known.shape.elem % array.shape.elem == 0;
    if (!finer)
        known.parts.clear();
    for (auto& [how, region] : known.parts)
        region = reshape(region, known.shape, array.shape);
    known.shape = array.shape;
    return known;
}

void Writers::note(const Allocation& array, const Region& region, const std::string& how) {
    if (region.empty())
        return;
    Known& all = known(array);
    Region* own = nullptr;
    for (auto& [other, part] : all.parts)
        if (other == how)
            own = &part;
        else
            part -= region;
    if (own != nullptr)
        *own |= region;
    else
        all.parts.emplace_back(how, region);
    std::erase_if(all.parts, [](const auto& part) { return part.second.empty(); });
}

void Writers::note_copy(const Allocation& target, std::int64_t offset, std::int64_t bytes, const std::string& how) {
    note(target, units_of(target.shape, offset, bytes), how);
}

void Writers::moved(std::uint64_t serial, const Allocation& array) {
    const auto old = known_.find(serial);
    if (old == known_.end())
        return;
    Known all = std::move(old->second);
    known_.erase(old);
    Shape resized = all.shape;
    resized.bytes = array.shape.bytes;
    if (resized == array.shape) { // what is gone is forgotten
        for (auto& [how, region] : all.parts)
            region &= array.shape.whole();
        all.shape = resized;
    }
    known_[array.serial] = std::move(all);
}

std::string Writers::of_bytes(const Allocation& array, std::int64_t offset, std::int64_t bytes) {
    return of(array, units_of(array.shape, offset, bytes));
}

std::string Writers::of(const Allocation& array, const Region& region) {
    const auto& parts = known(array).parts;
    const std::pair<std::string, Region>* most = nullptr;
    std::int64_t count = 0;
    for (const auto& part : parts)
        if (const std::int64_t common = (part.second & region).count(); common > count) {
            most = &part;
            count = common;
        }
    return most == nullptr ? "" : most->first + (count < region.count() ? " (most of it)" : "");
}

} // namespace hydra::rt
