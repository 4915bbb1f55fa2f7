// See touch_maps.h.
#include "runtime/single/touch_maps.h"

#include "runtime/policy/worth_devices.h"

#include <algorithm>
#include <bit>

namespace hydra::rt {

void TouchMaps::want(const ObjectTable::Object& object, std::size_t unit) {
    const int shift = std::countr_zero(std::max<std::size_t>(1, unit));
    for (Map& map : maps_)
        if (map.object == object) {
            map.shift = std::min(map.shift, shift);
            return;
        }
    Map& made = maps_.emplace_back();
    made.object = object;
    made.shift = shift;
}

bool TouchMaps::make(Map& map) {
    if (!map.reads.empty())
        return true;
    const std::size_t bytes = map.bits() / 8 * 2 * (threads_ + 1);
    if (bytes_ + bytes > worth::most_remembered_bytes)
        return false;
    bytes_ += bytes;
    for (std::size_t thread = 0; thread < threads_; ++thread) {
        map.reads.emplace_back(map.bits());
        map.writes.emplace_back(map.bits());
    }
    return true;
}

TouchMarks TouchMaps::marks(const ObjectTable::Object& object, std::size_t thread) {
    for (Map& map : maps_)
        if (map.object == object && make(map))
            return map.marks(thread);
    return {};
}

bool TouchMaps::meet(std::vector<RowSpan>& spans) {
    std::erase_if(
        spans,
        [&](const RowSpan& span) {
            bool inside = false;
            for (Map& map : maps_) {
                const std::uintptr_t end = map.object.base + map.object.bytes;
                const std::uintptr_t lo = std::max(span.lo, map.object.base), hi = std::min(span.hi, end);
                if (lo >= hi || span.owner == no_owner || map.reads.empty())
                    continue;
                const bool marked =
                    map.marks(static_cast<std::size_t>(span.owner)).mark(lo, hi, !span.written, span.written);
                inside = inside || (marked && lo == span.lo && hi == span.hi);
            }
            return inside;
        });
    return std::any_of(maps_.begin(), maps_.end(),
                       [&](const Map& map) { return !map.reads.empty() && threads_meet(map, spans); });
}

bool TouchMaps::threads_meet(const Map& map, const std::vector<RowSpan>& spans) {
    TouchBits touched(map.bits()), written(map.bits()); // by the threads before
    for (std::size_t thread = 0; thread < map.reads.size(); ++thread) {
        if (map.writes[thread].meets(touched) || map.reads[thread].meets(written))
            return true;
        touched.add(map.reads[thread]);
        touched.add(map.writes[thread]);
        written.add(map.writes[thread]);
    }
    return std::any_of(spans.begin(), spans.end(), [&](const RowSpan& span) {
        const std::uintptr_t base = map.object.base, end = base + map.object.bytes;
        const std::uintptr_t lo = std::max(span.lo, base), hi = std::min(span.hi, end);
        return span.owner == no_owner && lo < hi &&
               (span.written ? touched : written).any((lo - base) >> map.shift, (hi - base - 1) >> map.shift);
    });
}

} // namespace hydra::rt
