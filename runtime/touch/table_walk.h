// How boxes of a slot with tables lead to rows: shared by who looks for these, and who moves boxes to what stands in
// for them (parts of tables.h).
#pragma once

#include "runtime/policy/worth_touch.h"
#include "runtime/touch/tables.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace hydra::rt {

inline const char* moved(const char* pointer, std::int64_t bytes) {
    return reinterpret_cast<const char*>(reinterpret_cast<std::uintptr_t>(pointer) +
                                         static_cast<std::uintptr_t>(bytes));
}

inline const char* load(const char* entry) {
    const char* value = nullptr;
    std::memcpy(&value, entry, sizeof value);
    return value;
}

// Calls f(pointer, box) with each pointer that the box leads to and the bounds of the dimensions behind it. next(entry,
// pointer) loads the pointer that stands there; false: it is passed over. room(pointer, length) gives the bytes of
// a table that begins there, where so many of its elements may be meant that nothing is known of the subscript.
template <class Next, class Room, class F>
void for_each_row(const hydra_rt_footprint::Slot& slot, const long* bounds, const char* base, const Next& next,
                  const Room& room, const F& f) {
    std::vector<long> in_row;
    const auto walk = [&](const auto& self, int d, const char* at, long row) -> void {
        const bool loaded = std::binary_search(slot.tables.begin(), slot.tables.end(), d);
        if (loaded && !next(at, at))
            return;
        if (d == slot.tables.back()) {
            f(at, slot.in_row(row, bounds + 3 * d, in_row));
            return;
        }
        const std::int64_t bytes = stride(slot, d);
        long lo = bounds[3 * d], hi = bounds[3 * d + 1];
        if (hi - lo > worth::most_pointers_of_launch) {
            hi = room(at, hi - lo) / std::max<std::int64_t>(bytes, 1);
            lo = 0;
        }
        for (long x = lo; x < hi; x += bounds[3 * d + 2])
            self(self, d + 1, moved(at, x * bytes), x);
    };
    walk(walk, 0, base, 0);
}

// What lies behind the pointers, as a slot of its own.
inline hydra_rt_footprint::Slot behind(const hydra_rt_footprint::Slot& slot) {
    hydra_rt_footprint::Slot inner;
    inner.elem = slot.elem;
    inner.len.assign(slot.len.begin() + slot.tables.back(), slot.len.end());
    return inner;
}

// Not 0, also where a dimension is empty.
inline std::int64_t unit(const hydra_rt_footprint::Slot& inner) {
    std::int64_t bytes = inner.elem;
    for (const long length : inner.len)
        bytes *= length;
    return std::max<std::int64_t>(bytes, 1);
}

} // namespace hydra::rt
